"""A world with three models, made of nothing."""

import bodyplan
from bodyplan.sdformat import Box, Collision, Geometry, Link, Model, Pose

doc = bodyplan.new("sdformat", name="yard")
shape = Geometry(box=Box(size=[1, 1, 1]))
for number in range(3):
    link = Link(name="body", collision=[Collision(name="shape", geometry=shape)])
    pose = Pose(value=bodyplan.Pose.euler(x=2 * number))
    doc.root.world[0].model.append(Model(name=f"box_{number}", pose=pose, link=[link]))
doc.save("yard.sdf")
