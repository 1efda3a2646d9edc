"""Finding elements, their places and comments, and putting elements into others."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Callable

import bodyplan
import pytest
from bodyplan import sdformat, skel, urdf
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.sdformat import NEWEST
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document import parser
from bodyplan.semantics.document.parser import read

WORLD = """<?xml version="1.0"?>
<!-- head -->
<sdf version="1.12">
  <world name="w">
    <!-- a light -->
    <light name="sun" type="point"/>

    <!-- the arm -->
    <model name="arm"> <!-- of steel -->
      <link name="base">
        <inertial><mass>1.50</mass></inertial>
        <visual name="v"><geometry><empty/></geometry></visual>
      </link>
      <static>true</static>
      <model name="hand">
        <link name="base"/>
        <frame name="grip"/>
      </model>
      <!-- loose -->

    </model> <!-- end of the arm -->
    <physics name="p" type="ode"/>
    <model name="box"><link name="base"/></model>
  </world>
</sdf>
"""


@pytest.fixture
def doc() -> bodyplan.Document[sdformat.Sdf]:
    return sdformat.loads(WORLD)


def test_a_walk_goes_through_the_text_with_the_paths_of_findings(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    paths = [path for path, _ in bodyplan.walk(doc)]
    assert paths[:4] == [
        "/sdf",
        '/sdf/world[@name="w"]',
        '/sdf/world[@name="w"]/light[@name="sun"]',
        '/sdf/world[@name="w"]/model[@name="arm"]',
    ]
    assert paths.index('/sdf/world[@name="w"]/physics[@name="p"]') < paths.index(
        '/sdf/world[@name="w"]/model[@name="box"]'
    )
    parsed = doc._parsed_document.source
    for path, element in bodyplan.walk(doc):
        assert element.source_element is not None
        assert parsed.xpath(element.source_element) == path
    arm = bodyplan.find(doc, sdformat.Model, "arm")
    assert arm is not None
    assert [path for path, _ in bodyplan.walk(arm)] == [path for path in paths if "arm" in path]
    assert [path for path, _ in bodyplan.walk(sdformat.Model(name="m", link=[sdformat.Link(name="l")]))] == [
        '/model[@name="m"]',
        '/model[@name="m"]/link[@name="l"]',
    ]


def test_parts_without_names_are_numbered_as_findings_number_them() -> None:
    document = bodyplan.loads(
        '<robot name="r"><link name="a"><visual/><visual name="x"/><visual/><collision/></link></robot>', target=None
    )
    paths = [path.rpartition("/")[2] for path, _ in bodyplan.walk(document)]
    assert paths[2:] == ["visual[1]", 'visual[@name="x"]', "visual[2]", "collision"]
    link = document.root.link[0]
    assert bodyplan.find(document, '/robot/link[@name="a"]/visual[2]') is link.visual[2]


def test_elements_are_found_by_class_tag_name_and_path(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    world = doc.root.world[0]
    arm, box = world.model
    hand = arm.model[0]
    assert bodyplan.find(doc, sdformat.Model, "hand") is hand
    assert bodyplan.find(doc, "model", "hand") is hand
    assert bodyplan.find(doc, name="grip") is hand.frame[0]
    assert bodyplan.find_all(doc, sdformat.Link) == [arm.link[0], hand.link[0], box.link[0]]
    assert bodyplan.find_all(doc, "link", "base") == bodyplan.find_all(doc, "link")
    assert bodyplan.find(doc, "arm::hand::base") is hand.link[0]
    assert bodyplan.find(doc, sdformat.Link, "arm::base") is arm.link[0]
    assert bodyplan.find(arm, "hand::grip") is bodyplan.find(arm, "arm::hand::grip") is hand.frame[0]
    assert bodyplan.find(doc, "hand::grip") is None
    assert bodyplan.find(doc, sdformat.Joint) is None
    assert bodyplan.find_all(doc, "joint") == []
    assert bodyplan.find(doc, '/sdf/world[@name="w"]/model[@name="arm"]/link[@name="base"]') is arm.link[0]
    assert bodyplan.find(arm, "/sdf/world/model/link/@name") is arm.link[0]
    assert bodyplan.find_all(doc, "/sdf/world/model/link") == [arm.link[0], box.link[0]]
    assert bodyplan.find(box, "/sdf/world/model[@name='arm']") is None


@pytest.mark.parametrize(
    "look",
    [
        lambda doc: list(bodyplan.walk(doc)),
        lambda doc: bodyplan.find(doc, "link"),
        lambda doc: bodyplan.find_all(doc.root, "link"),
        lambda doc: bodyplan.comments(doc.root.directives[0]),
        lambda doc: bodyplan.parent_of(doc.root.directives[0]),
        lambda doc: bodyplan.location_of(doc.root.directives[0]),
        lambda doc: bodyplan.remove(doc.root.directives[0]),
        lambda doc: bodyplan.insert_before(doc.root.directives[0], doc.root.directives[0]),
    ],
)
def test_directives_are_no_elements(look: Callable[[bodyplan.AnyDocument], object]) -> None:
    document = bodyplan.dmd.loads("directives:\n- add_model_instance: {name: a}\n")
    with pytest.raises(
        TypeError, match=r"no element of an XML document; model directives are the list root\.directives"
    ):
        look(document)


def test_the_path_of_a_finding_leads_to_its_element() -> None:
    document = urdf.loads('<robot name="a/b"><link name="x/y" odd="1"/></robot>')
    (finding,) = document.diagnostics
    assert bodyplan.find(document, finding.xpath) is document.root.link[0]


def test_parents_are_looked_for_by_identity(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    world = doc.root.world[0]
    for _, element in bodyplan.walk(doc):
        parent = bodyplan.parent_of(element)
        assert parent is None if element is doc.root else parent is not None
    twin = copy.deepcopy(doc)
    assert bodyplan.parent_of(twin.root.world[0].model[0]) is twin.root.world[0]
    assert bodyplan.parent_of(world.model[0]) is world
    again = pickle.loads(pickle.dumps(doc))
    assert bodyplan.parent_of(again.root.world[0].model[0]) is again.root.world[0]
    new = sdformat.Model(name="arm")
    with pytest.raises(LookupError, match=r"Model\(name='arm'\) stands in no document"):
        bodyplan.parent_of(new)
    world.model.append(new)
    assert bodyplan.parent_of(new) is world
    world.model.remove(new)
    with pytest.raises(bodyplan.NotInDocument):
        bodyplan.parent_of(new)
    tree = sdformat.Sdf(world=[sdformat.World(name="x")])
    assert bodyplan.parent_of(tree.world[0], root=tree) is tree
    assert bodyplan.parent_of(tree, root=tree) is None
    with pytest.raises(bodyplan.NotInDocument):
        bodyplan.parent_of(new, root=tree)


def test_elements_of_a_document_that_was_let_go_of_are_told_so() -> None:
    root = sdformat.loads(WORLD).root
    gc.collect()
    with pytest.raises(bodyplan.NotInDocument, match="stands in no document"):
        bodyplan.parent_of(root.world[0])
    with pytest.raises(bodyplan.NotInDocument, match="let go of"):
        bodyplan.location_of(root.world[0])


def written(place: bodyplan.Location, text: str = WORLD) -> str:
    """The text at a place."""
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: place.line - 1])) + place.column - 1
    return text[start : sum(map(len, lines[: place.end_line - 1])) + place.end_column - 1]


def test_places_are_those_of_elements_and_their_parts(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    arm = doc.root.world[0].model[0]
    link = arm.link[0]
    assert written(bodyplan.location_of(arm)).startswith('<model name="arm">')
    assert written(bodyplan.location_of(arm)).endswith("</model>")
    assert written(bodyplan.location_of(arm, "name")) == 'name="arm"'
    assert written(bodyplan.location_of(arm, "static")) == "<static>true</static>"
    assert written(bodyplan.location_of(link, "inertial")) == "<inertial><mass>1.50</mass></inertial>"
    assert link.inertial is not None
    assert written(bodyplan.location_of(link.inertial, "mass")) == "<mass>1.50</mass>"
    assert written(bodyplan.location_of(arm.model[0], "frame")) == '<frame name="grip"/>'
    assert bodyplan.location_of(doc.root) == bodyplan.Location(None, 3, 1, 25, 7)
    link.name = "other"
    assert written(bodyplan.location_of(link, "name")) == 'name="base"'
    with pytest.raises(bodyplan.NotInDocument, match="'pose' of Link"):
        bodyplan.location_of(link, "pose")
    with pytest.raises(AttributeError, match="has no field 'nmae'"):
        bodyplan.location_of(link, "nmae")
    with pytest.raises(bodyplan.NotInDocument, match="was made in Python"):
        bodyplan.location_of(sdformat.Link(name="l"))


def test_the_text_of_an_element_has_a_place() -> None:
    text = '<sdf version="1.12"><model name="m"><link name="l"><pose degrees="true">\n 1 2 3 0 0 0 </pose></link></model></sdf>'
    document = sdformat.loads(text)
    model = document.root.model
    assert model is not None
    assert model.link[0].pose is not None
    place = bodyplan.location_of(model.link[0].pose, "value")
    assert written(place, text) == "1 2 3 0 0 0"
    assert (place.line, place.column) == (2, 2)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_agree_with_those_of_findings(end: str) -> None:
    text = WORLD.replace("<visual ", "<oddity/><visual ").replace("\n", end)
    document = sdformat.loads(text)
    link = document.root.world[0].model[0].link[0]
    (finding,) = [each for each in document.diagnostics if "oddity" in each.message]
    place = bodyplan.location_of(link, "visual")
    assert (finding.line, finding.column + len("<oddity/>")) == (place.line, place.column)


def read_again(text: str) -> sdformat.Sdf:
    """The root of a text, whatever may be wrong with what it means."""
    parsed = read(Source(None, text), Sink(), Options())
    assert parsed is not None
    root: sdformat.Sdf = parsed.root
    return root


def text_without(*parts: str) -> str:
    text = WORLD
    for part in parts:
        assert part in text
        text = text.replace(part, "", 1)
    return text


def test_what_is_removed_takes_its_comments_along(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    world = doc.root.world[0]
    bodyplan.remove(world.light[0])
    assert doc.dumps() == text_without('    <!-- a light -->\n    <light name="sun" type="point"/>\n')
    bodyplan.remove(world.model[0].model[0].frame[0])
    assert world.model[0].model[0].frame == []
    with pytest.raises(ValueError, match="is the root of a document"):
        bodyplan.remove(doc.root)
    with pytest.raises(bodyplan.NotInDocument):
        bodyplan.remove(sdformat.Link(name="base"))


def test_a_part_that_stands_once_is_taken_back(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    link = doc.root.world[0].model[0].link[0]
    assert link.inertial is not None
    bodyplan.remove(link.inertial)
    assert not bodyplan.is_written(link, "inertial")
    assert doc.dumps() == text_without("        <inertial><mass>1.50</mass></inertial>\n")


def test_elements_are_put_right_beside_others_of_any_kind(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    world = doc.root.world[0]
    arm = world.model[0]
    bodyplan.insert_before(arm.model[0], sdformat.Frame(name="f"))
    bodyplan.insert_after(arm.model[0], sdformat.Link(name="l"))
    bodyplan.insert_after(arm.link[1], sdformat.Link(name="k"))
    bodyplan.insert_before(world.light[0], sdformat.Model(name="first"))
    bodyplan.insert_after(world.model[0], sdformat.Light(name="second", type="point"))
    text = doc.dumps()
    hand = '      <model name="hand">\n        <link name="base"/>\n        <frame name="grip"/>\n      </model>\n'
    assert text == WORLD.replace(
        hand, f'      <frame name="f"/>\n{hand}      <link name="l"/>\n      <link name="k"/>\n'
    ).replace(
        '  <world name="w">\n',
        '  <world name="w">\n    <model name="first"/>\n    <light name="second" type="point"/>\n',
    )
    assert [model.name for model in world.model] == ["first", "arm", "box"]
    assert [light.name for light in world.light] == ["second", "sun"]
    assert read_again(text) == read_again(doc.dumps(canonical=True)) == doc.root
    for twin in (copy.deepcopy(doc), pickle.loads(pickle.dumps(doc)), copy.copy(doc)):
        assert twin.dumps() == text
    assert [path for path, _ in bodyplan.walk(doc)] == [path for path, _ in bodyplan.walk(read_again(text))]


def test_lists_that_are_sorted_afterwards_decide(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    world = doc.root.world[0]
    bodyplan.insert_before(world.model[0], sdformat.Model(name="zero"))
    world.model.sort(key=lambda model: model.name or "")
    assert [model.name for model in world.model] == ["arm", "box", "zero"]
    assert read_again(doc.dumps()) == doc.root


def test_what_has_no_place_is_refused(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    arm = doc.root.world[0].model[0]
    with pytest.raises(TypeError, match=r"Link\(name='base'\) has no place for a Model"):
        bodyplan.insert_after(arm.link[0].visual[0], sdformat.Model(name="m"))
    with pytest.raises(ValueError, match=r"has its 'inertial' already"):
        bodyplan.insert_after(arm.link[0].visual[0], sdformat.Inertial(mass=1))
    with pytest.raises(ValueError, match="cannot be put beside itself"):
        bodyplan.insert_after(arm, arm)


def test_an_element_takes_the_place_of_another(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    arm = doc.root.world[0].model[0]
    bodyplan.replace(arm.model[0], sdformat.Model(name="claw"))
    assert arm.link[0].inertial is not None
    bodyplan.replace(arm.link[0].inertial, sdformat.Inertial(mass=2))
    text = doc.dumps()
    assert text == WORLD.replace(
        '<model name="hand">\n        <link name="base"/>\n        <frame name="grip"/>\n      </model>',
        '<model name="claw"/>',
    ).replace("1.50", "2")
    geometry = arm.link[0].visual[0].geometry
    assert geometry is not None
    assert geometry.empty is not None
    bodyplan.replace(geometry.empty, sdformat.Sphere(radius=1))
    assert doc.dumps() == text.replace("<empty/>", "<sphere><radius>1</radius></sphere>")
    assert sdformat.loads(doc.dumps()).root == doc.root


SPACED = """<sdf version="1.12">
  <model name="m">
    <link name="a"/>

    <!-- above -->
    <link name="b"> <!-- inside -->
      <!-- of the pose -->
      <pose>0 0 1 0 0 0</pose>
    </link> <!--behind-->

    <!-- last -->
    <link name="c"/>
    <link name="d"/>

    <frame name="e"/>
    <static>1</static>
  </model>
</sdf>
"""


def test_comments_around_what_is_replaced_stay() -> None:
    doc = sdformat.loads(SPACED)
    model = doc.root.model
    assert model is not None
    bodyplan.replace(model.link[1], sdformat.Frame(name="f"))
    bodyplan.replace(model.link[1], sdformat.Link(name="k", pose=sdformat.Pose(relative_to="f")))
    text = doc.dumps()
    start, end = SPACED.index('<link name="b">'), SPACED.index(" <!--behind-->")
    expected = f'{SPACED[:start]}<frame name="f"/>{SPACED[end:]}'.replace(
        '<link name="c"/>', '<link name="k">\n      <pose relative_to="f"/>\n    </link>'
    )
    assert text == expected
    assert sdformat.loads(text).root == doc.root
    assert bodyplan.comments(model.frame[0]) == ["above", "inside", "behind"]
    bodyplan.comments(model.frame[0], "above")[0] = "a frame"
    bodyplan.comments(model.frame[0], "inside").clear()
    assert doc.dumps() == expected.replace("<!-- above -->", "<!-- a frame -->")


def test_comments_that_were_changed_go_over_to_what_takes_the_place() -> None:
    doc = sdformat.loads(SPACED)
    model = doc.root.model
    assert model is not None
    bodyplan.comments(model.link[1], "above").append("more")
    bodyplan.replace(model.link[1], sdformat.Link(name="k"))
    text = doc.dumps()
    assert '    <!-- above -->\n    <!-- more -->\n    <link name="k"' in text
    assert "<!--behind-->" in text


@pytest.mark.parametrize(
    ("names", "left"),
    [
        (
            "b",
            '    <link name="a"/>\n\n    <!-- last -->\n    <link name="c"/>\n    <link name="d"/>\n\n    <frame name="e"/>\n    <static>1</static>\n',
        ),
        ("bc", '    <link name="a"/>\n\n    <link name="d"/>\n\n    <frame name="e"/>\n    <static>1</static>\n'),
        ("bcd", '    <link name="a"/>\n\n    <frame name="e"/>\n    <static>1</static>\n'),
        ("abcd", '\n    <frame name="e"/>\n    <static>1</static>\n'),
        ("d", None),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_empty_lines_around_what_is_removed_do_not_add_up(names: str, left: str | None, end: str) -> None:
    doc = sdformat.loads(SPACED.replace("\n", end))
    model = doc.root.model
    assert model is not None
    for link in [link for link in model.link if str(link.name) in names]:
        bodyplan.remove(link)
    expected = SPACED.replace('    <link name="d"/>\n', "")
    if left is not None:
        expected = f'<sdf version="1.12">\n  <model name="m">\n{left}  </model>\n</sdf>\n'
    assert doc.dumps().replace(end, "\n") == expected
    assert sdformat.loads(doc.dumps()).root == doc.root


def test_pickles_and_copies_know_what_took_the_place_of_what(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    arm = doc.root.world[0].model[0]
    bodyplan.replace(arm.model[0], sdformat.Frame(name="f"))
    bodyplan.replace(arm.link[0].visual[0], sdformat.Visual(name="w"))
    assert arm.model == []
    text = doc.dumps()
    assert text.index('name="f"') > text.index("<static>")
    assert copy.deepcopy(doc).dumps() == pickle.loads(pickle.dumps(doc)).dumps() == text
    assert read_again(text) == doc.root


@pytest.mark.parametrize("version", ["1.0", "1.2", "1.3"])
def test_documents_of_versions_that_are_not_written_any_more_are_changed_in_place(version: str) -> None:
    text = (
        f"<sdf version='{version}'>\n  <!-- m -->\n  <model name='m'>\n    <link name='l'/>\n"
        "    <joint name='j' type='revolute'><parent link='l'/><child link='l'/><axis><xyz>0 0 1</xyz></axis></joint>\n"
        "  </model>\n</sdf>\n"
    )
    parsed = read(Source(None, text), Sink(), Options())
    assert parsed is not None
    document: bodyplan.Document[sdformat.Sdf] = bodyplan.Document(parsed, None, Options(), ())
    model = document.root.model
    assert model is not None
    model.name = "other"
    model.link[0].name = "k"
    assert document.dumps() == text.replace("'m'", "'other'").replace("name='l'", "name='k'")


def test_large_documents_are_edited_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    def edited() -> list[str]:
        document = sdformat.loads(WORLD)
        arm = document.root.world[0].model[0]
        texts = [path for path, _ in bodyplan.walk(document)]
        texts.append(str(bodyplan.location_of(arm.model[0], "frame")))
        bodyplan.comments(arm, "inside").append("new")
        bodyplan.insert_before(arm.model[0], sdformat.Frame(name="f"))
        texts.append(document.dumps())
        bodyplan.replace(arm.link[0], sdformat.Link(name="other"))
        texts.append(str(bodyplan.location_of(arm.model[0].frame[0])))
        bodyplan.remove(arm.model[0].frame[0])
        twins = [document, copy.deepcopy(document), pickle.loads(pickle.dumps(document))]
        return [*texts, *(twin.dumps() for twin in twins), str(document.check().diagnostics)]

    wanted = edited()
    monkeypatch.setattr(parser, "LARGE", -1)
    assert edited() == wanted


def test_comments_are_told_and_changed(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    arm = doc.root.world[0].model[0]
    comments = bodyplan.comments(arm)
    assert comments == ["the arm", "of steel", "loose", "end of the arm"]
    assert bodyplan.comments(arm, "above") == ["the arm"]
    assert bodyplan.comments(arm, "inside") == ["of steel", "loose"]
    assert bodyplan.comments(arm, "behind") == ["end of the arm"]
    assert bodyplan.comments(doc.root) == ["head"]
    assert doc.dumps() == WORLD
    comments[1] = "of iron"
    comments.remove("loose")
    bodyplan.comments(arm, "above").append("painted")
    assert bodyplan.comments(arm) is comments
    assert comments == ["the arm", "painted", "of iron", "end of the arm"]
    bodyplan.comments(arm, "behind").clear()
    changed = (
        WORLD.replace("of steel", "of iron")
        .replace("      <!-- loose -->\n", "")
        .replace("<!-- the arm -->", "<!-- the arm -->\n    <!-- painted -->")
        .replace(" <!-- end of the arm -->", "")
    )
    assert doc.dumps() == changed
    for twin in (copy.deepcopy(doc), pickle.loads(pickle.dumps(doc))):
        assert twin.dumps() == changed
        assert bodyplan.comments(twin.root.world[0].model[0]) == ["the arm", "painted", "of iron"]
    with pytest.raises(ValueError, match="comments are above, inside or behind"):
        bodyplan.comments(arm, "below")  # type: ignore[arg-type]


def test_new_elements_have_comments_too(doc: bodyplan.Document[sdformat.Sdf]) -> None:
    link = sdformat.Link(
        name="new", visual=[sdformat.Visual(name="v", geometry=sdformat.Geometry(empty=sdformat.Empty()))]
    )
    bodyplan.comments(link).append("above it")
    bodyplan.comments(link, "inside").append("in it")
    bodyplan.comments(link, "behind").append("behind it")
    bodyplan.comments(link.visual[0]).append("seen")
    doc.root.world[0].model[1].link.append(link)
    doc.root.world[0].model[0].link.append(copy.deepcopy(link))
    text = doc.dumps()
    assert (
        """
      <!-- above it -->
      <link name="new"> <!-- in it -->
        <!-- seen -->
        <visual name="v">
          <geometry>
            <empty/>
          </geometry>
        </visual>
      </link> <!-- behind it -->
"""
        in text
    )
    again = sdformat.loads(text)
    assert bodyplan.comments(again.root.world[0].model[0].link[1]) == ["above it", "in it", "behind it"]
    assert "<!--" not in doc.dumps(canonical=True)


@pytest.mark.parametrize("text", ["a -- b", "ends with -", 3])
def test_what_cannot_be_a_comment_is_refused(text: object, doc: bodyplan.Document[sdformat.Sdf]) -> None:
    comments = bodyplan.comments(doc.root.world[0])
    comments.append(text)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"a comment of World\(name='w'.*, which is no text without '--'"):
        doc.dumps()
    comments.pop()
    assert doc.dumps() == WORLD


NEW = {
    "sdformat": f'<?xml version="1.0"?>\n<sdf version="{NEWEST}">\n  <world name="a &lt;b&gt;"/>\n</sdf>\n',
    "urdf": '<?xml version="1.0"?>\n<robot name="a &lt;b&gt;"/>\n',
    "skel": '<?xml version="1.0"?>\n<skel version="1.0">\n  <world name="a &lt;b&gt;"/>\n</skel>\n',
}


@pytest.mark.parametrize("format", NEW)
def test_documents_are_made_of_nothing(format: str) -> None:
    document = bodyplan.new(format, name="a <b>")
    assert document.dumps() == NEW[format]
    assert document.format == format
    assert document.diagnostics == ()
    if isinstance(document.root, sdformat.Sdf):
        document.root.world[0].model.append(sdformat.Model(name="m", link=[sdformat.Link(name="l")]))
    elif isinstance(document.root, urdf.Robot):
        document.root.link.append(urdf.Link(name="l"))
    else:
        document.root.world.skeleton.append(skel.Skeleton(name="s", body=[skel.Body(name="b")]))
        joint = skel.Joint(name="j", type="free", parent="world", child="b")
        document.root.world.skeleton[0].joint.append(joint)
    assert document.check().diagnostics == ()
    assert document.dumps() == document.dumps(canonical=True) == bodyplan.dumps(document.root)
    assert bodyplan.loads(document.dumps(), strict=True).root == document.root


def test_a_root_that_was_made_says_its_version() -> None:
    document = sdformat.loads(WORLD.replace('"1.12"', f'"{NEWEST}"'))
    document.root = sdformat.Sdf(model=sdformat.Model(name="m", link=[sdformat.Link(name="l")]))
    assert document.dumps() == document.dumps(canonical=True) == bodyplan.dumps(document.root)
    assert sdformat.loads(document.dumps()).version == NEWEST
    assert bodyplan.parent_of(bodyplan.find_all(document, "link")[0]) is document.root.model


def test_directives_are_made_of_nothing() -> None:
    document = bodyplan.new("dmd")
    assert document.root.directives == []
    assert document.check().ok
    with pytest.raises(ValueError, match="there is no format 'step'"):
        bodyplan.new("step")  # type: ignore[arg-type]


def test_the_text_of_any_element() -> None:
    assert bodyplan.dumps(urdf.Link(name="l")) == '<link name="l"/>\n'
    assert bodyplan.dumps(sdformat.Sdf()).startswith(f'<?xml version="1.0"?>\n<sdf version="{NEWEST}"')
