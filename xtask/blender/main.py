#!/usr/bin/env python3
"""The extension in Blender, installed from its archive as users install it.

    main.py EXTENSION.zip FIXTURES FOLDER [speed]

Imports every valid fixture and compares its poses, exports and reads back, and tests what users do. With `speed`, measures speed instead.
`BLENDER_USER_RESOURCES` names an empty folder for what Blender installs.
"""

import sys
from pathlib import Path

import bpy


def main() -> None:
    archive, fixtures, folder, *words = sys.argv[1:]
    # Modules of Blender are on the path as soon as bpy is loaded.
    import addon_utils

    addon_utils.enable("bl_pkg")
    bpy.ops.extensions.package_install_files(filepath=archive, repo="user_default", enable_on_install=True)
    assert hasattr(bpy.types, "IMPORT_ANIM_OT_io_bvh"), "the extension is not enabled"
    # Only now is animio, which the extension brings, on the path.
    import actions
    import behaviour
    import exports
    import figures
    import imports
    import members
    import motion
    import poses
    import rigs
    import roundtrip
    import speed

    for each in [speed] if words == ["speed"] else [poses, roundtrip, figures, behaviour, imports, rigs, actions, exports, members, motion]:
        for line in each.run(Path(fixtures), Path(folder)):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
