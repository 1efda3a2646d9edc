"""A gripper on an arm, in three lines."""

import bodyplan

arm, gripper = bodyplan.load("arm.urdf"), bodyplan.load("gripper.urdf")
bodyplan.attach(arm, gripper, "flange", [0, 0, 0.025, 0, 0, 0], prefix="gripper_")
arm.save("arm_with_gripper.urdf")
