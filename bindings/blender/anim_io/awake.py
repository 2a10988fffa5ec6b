"""Hidden objects, which Blender does not evaluate unless something that is shown depends on them."""

from collections.abc import Iterator
from contextlib import contextmanager

import bpy


@contextmanager
def awake(context: bpy.types.Context, members: list[bpy.types.Object]) -> Iterator[None]:
    """Lets Blender evaluate objects, with their bones and shape keys, in the meantime, whether they are hidden or not."""
    made = bpy.data.objects.new("awake", None)
    context.scene.collection.objects.link(made)
    try:
        driver = made.driver_add("location", 0).driver
        driver.expression = "0"
        for member in members:
            depend(driver, "TRANSFORMS", id=member)
            for bone in member.pose.bones if member.pose else ():
                depend(driver, "TRANSFORMS", id=member, bone_target=bone.name)
            keys = getattr(member.data, "shape_keys", None)
            for key in keys.key_blocks if keys else ():
                depend(driver, "SINGLE_PROP", id_type="KEY", id=keys, data_path=key.path_from_id("value"))
        context.view_layer.update()
        yield
    finally:
        bpy.data.objects.remove(made)


def depend(driver: bpy.types.Driver, kind: str, **fields: object) -> None:
    """Makes a driver depend on something."""
    variable = driver.variables.new()
    variable.type = kind
    for name, value in fields.items():
        setattr(variable.targets[0], name, value)
