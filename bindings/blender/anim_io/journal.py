"""The changes of an import, so that one that fails or is cancelled leaves nothing behind."""

from collections.abc import Callable
from types import TracebackType

import bpy

# The collections in which an import creates data. Objects come first, because they use the others.
KINDS = ("objects", "armatures", "meshes", "shape_keys", "lights", "cameras", "actions", "texts")


class Journal:
    """If the import fails or is closed early, removes new data and restores changed data."""

    def __init__(self, context: bpy.types.Context) -> None:
        self.context = context
        self.undo: list[Callable[[], None]] = []

    def __enter__(self) -> "Journal":
        context, scene = self.context, self.context.scene
        self.before = {kind: {item.session_uid for item in getattr(bpy.data, kind)} for kind in KINDS}
        active = context.view_layer.objects.active
        mode = active.mode if active else "OBJECT"
        selected = [item for item in context.view_layer.objects if item.select_get()]
        fields = {name: getattr(scene, name) for name in ("frame_start", "frame_end", "frame_current")}
        rate = scene.render.fps, scene.render.fps_base

        def restore() -> None:
            scene.render.fps, scene.render.fps_base = rate
            for name, value in fields.items():
                # Setting the frame shows the action instead of the pose that the user has changed.
                if getattr(scene, name) != value:
                    setattr(scene, name, value)
            context.view_layer.objects.active = active
            for item in context.view_layer.objects:
                item.select_set(item in selected)
            if active and active.mode != mode:
                bpy.ops.object.mode_set(mode=mode)

        self.undo.append(restore)
        return self

    def keep_rig(self, rig: bpy.types.Object) -> None:
        """Records the animation of a rig, and the pose of its bones."""
        data = rig.animation_data
        played = (data.action, getattr(data, "action_slot", None)) if data else (None, None)
        poses = [(bone, bone.rotation_mode, bone.matrix_basis.copy()) for bone in rig.pose.bones]

        def restore() -> None:
            if data is None:
                rig.animation_data_clear()
            elif data.action != played[0]:
                data.action = played[0]
                if played[1] is not None:
                    data.action_slot = played[1]
            for bone, mode, basis in poses:
                bone.rotation_mode = mode
                bone.matrix_basis = basis

        self.undo.append(restore)

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if kind is None:
            return
        if self.context.mode != "OBJECT" and self.context.view_layer.objects.active:
            bpy.ops.object.mode_set(mode="OBJECT")
        for name in KINDS:
            items = [item for item in getattr(bpy.data, name) if item.session_uid not in self.before[name]]
            if name != "shape_keys":
                bpy.data.batch_remove(items)
        self.context.view_layer.update()
        for restore in reversed(self.undo):
            restore()
