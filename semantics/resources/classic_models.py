"""The models that Gazebo classic downloads by their names: those of its database, as of July 2023, after which it did not change."""

from __future__ import annotations

from .fuel_cache import is_fuel
from .uri_text import split_uri

_LISTED = """
ambulance apartment apollo15_landing_site_1000x1000 arm_part arrow_red asphalt_plane asus_xtion_pro_camera ball_bearing
beer bin_4_dropping_task bookshelf bowl box_target_green box_target_red breakable_test brick_box_3x1x3 bus bus_stop
cabinet cafe cafe_table calibration_plane camera car_wheel cardboard_box cart_front_steer cart_rigid_suspension
cart_soft_suspension cessna checkerboard_plane cinder_block cinder_block_2 cinder_block_wide cloverleaf_interchange
coke_can collapsed_fire_station collapsed_house collapsed_industrial collapsed_police_station construction_barrel
construction_cone control_console cordless_drill create cricket_ball cross_joint_part cube_20k demo_joint_damping
demo_joint_friction demo_joint_stiffness demo_joint_types depth_camera disk_part door_handle double_pendulum_with_base
drc_practice_2x4 drc_practice_2x6 drc_practice_4x4x20 drc_practice_4x4x40 drc_practice_angled_barrier_135
drc_practice_angled_barrier_45 drc_practice_ball_valve drc_practice_ball_valve_wall drc_practice_base_4x8
drc_practice_block_wall drc_practice_blue_cylinder drc_practice_door_4x8 drc_practice_hand_wheel_valve
drc_practice_hand_wheel_valve_wall drc_practice_handle_wheel_valve drc_practice_handle_wheel_valve_wall
drc_practice_hinged_door drc_practice_ladder drc_practice_orange_jersey_barrier drc_practice_truss
drc_practice_valve_wall drc_practice_weighted_door drc_practice_wheel_valve drc_practice_wheel_valve_large_wall
drc_practice_wheel_valve_wall drc_practice_white_jersey_barrier drc_practice_wood_slats
drc_practice_yellow_parking_block dumpster euro_pallet fast_food fire_hose_long fire_hose_long_curled fire_hydrant
fire_station fire_truck first_2015_trash_can follower_vehicle fountain gas_station gasket_part gazebo gear_part
grey_tote grey_wall grocery_store ground_plane hammer hatchback hatchback_blue hatchback_red hinged_door hokuyo hoop_red
house_1 house_2 house_3 husky intel_realsense_r200 iris_with_standoffs_demo iss_half jersey_barrier kinect
ladder_60deg_0rails ladder_60deg_1rails ladder_60deg_2rails ladder_75deg_0rails ladder_75deg_1rails ladder_75deg_2rails
lamp_post law_office lunar_tranquillitatis_pit mailbox marble_1_5cm mars_rover mass_on_rails metal_peg metal_peg_board
monkey_wrench mpl_right_arm mpl_right_forearm mud_box nist_elevated_floor_120 nist_fiducial_barrel nist_maze_wall_120
nist_maze_wall_240 nist_maze_wall_triple_holes_120 nist_simple_ramp_120 nist_stairs_120 number1 number2 number3 number4
number5 number6 number7 number8 number9 oak_tree office_building orbbec_astra_camera osrf_elevator osrf_first_office
parking_garage parrot_bebop_2 person_standing person_walking pickup pier pine_tree pioneer2dx pioneer3at piston_rod_part
plastic_cup playground polaris_ranger_ev polaris_ranger_xp900 polaris_ranger_xp900_no_roll_cage police_station
post_office postbox powerplant pr2 pr2_gripper prius_hybrid prius_hybrid_sensors pulley_part quadrotor r2_description
radio_tower ragdoll reactor region_event_box robocup09_spl_field robocup14_spl_field robocup14_spl_goal
robocup_3Dsim_ball robocup_3Dsim_field robocup_3Dsim_goal robocup_spl_ball robonaut round_tin_base round_tin_top salon
saucepan scanse_sweep school simple_arm simple_arm_gripper simple_gripper spectrum_plane speed_limit_sign src_doorway
standpipe starting_pen stereo_camera stone_10_2_5_1cm stop_light stop_light_post stop_sign submarine submarine_buoyant
submarine_sinking sun suv t_brace_part table table_marble telephone_pole textured_shapes thrift_shop tower_crane
trisphere_cycle truss_bridge tube_2_25cm tube_9_5mm turtlebot u_joint_part ur10 utility_cart velodyne_hdl32
vrc_driving_terrain walkway_metal_45 walkway_metal_90 walkway_metal_straight warehouse_robot washer water_tower
willowgarage winding_valley_heightmap wood_block_10_2_1cm wood_cube_10cm wood_cube_2_5cm wood_cube_5cm wood_cube_7_5cm
wooden_board wooden_case wooden_case_metal_peg wooden_case_wooden_peg wooden_peg wooden_peg_board
"""
NAMES = frozenset(_LISTED.split())


def is_of_registry(uri: str) -> bool:
    """Whether a URI names a model that simulators download: from Fuel, or from the database of Gazebo classic."""
    parts = split_uri(uri)
    return is_fuel(parts.scheme, parts.rest) or is_of_classic_database(uri)


def is_of_classic_database(uri: str) -> bool:
    """Whether a URI such as ``model://table`` names a model of the database."""
    parts = split_uri(uri)
    return parts.scheme == "model" and parts.rest.replace("\\", "/").partition("/")[0] in NAMES
