"""Imports a file into the scene."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field

import animio
import bpy
import numpy as np

from . import action, armature, clock, convert, figure, formats, nla, nodes, objects, report, space
from .journal import Journal
from .pieces import Source
from .report import Note
from .targets import Target


@dataclass
class Options:
    """The choices of the user for an import."""

    kind: str = "AUTO"
    """`AUTO`, `ARMATURE`, `OBJECTS`, or `SELECTED`: onto the active armature."""
    set_rate: bool = True
    strips: bool = False
    """Whether to put every clip on an NLA track."""
    up: str = ""
    forward: str = ""
    unit: float = 0.0
    bones: str = ""
    """Pairs of nodes and bones, or a file with such pairs, for `SELECTED`."""
    reading: dict[str, object] = field(default_factory=dict)
    """Options of the format."""
    told: list[str] = field(default_factory=list)
    """The report about the files that were imported with these options."""
    shown: list[int] = field(default_factory=list)
    """The first and the last frames of these files."""
    casts: list["Cast"] = field(default_factory=list)
    """What these files made: armatures, for further files with the same bones."""


@dataclass(eq=False)
class Cast:
    """What the nodes of a file became."""

    nodes: nodes.Nodes
    targets: list[Target]
    end: float | None = None
    """The frame at which the last strip ends."""

    @property
    def owner(self) -> bpy.types.Object:
        """The armature, or the first object."""
        return self.targets[0].owner

    @property
    def is_armature(self) -> bool:
        """Whether all nodes are bones of one armature."""
        return all(target.is_bone and target.owner == self.owner for target in self.targets)


def run(context: bpy.types.Context, path: str, format_id: str, options: Options) -> Iterator[float]:
    """Imports a file; yields the progress, 0 to 1. If it fails or is closed early, nothing remains of it."""
    notes: list[Note] = []
    with Journal(context) as journal:
        clips, graph = read(path, format_id, options, notes)
        yield 0.2
        name = os.path.splitext(os.path.basename(path))[0]
        cast = None
        if options.kind == "SELECTED":
            rig = figure.active(context)
            clips, targets = figure.onto(rig, [clip.clip for clip in clips], options.bones, notes)
            journal.keep_rig(rig)
            figure.rest(rig)
        else:
            shared = nodes.gather(clips)
            chosen = bones(clips, shared, formats.of(format_id), options.kind)
            cast = next((each for each in options.casts if all(chosen) and nodes.are_same(each.nodes, shared)), None)
            if cast:
                journal.keep_rig(cast.owner)
                figure.rest(cast.owner)
                armature.activate(context, cast.owner)
                notes.append(Note("kept", "", "", f"the armature is {cast.owner.name}, made for another file with the same bones"))
            else:
                cast = Cast(shared, built(context, name, shared, chosen, notes))
            targets = [[cast.targets[number] for number in numbers] for numbers in shared.of_clips]
        yield 0.3
        scene = context.scene
        rate = next((clip.rate for clip in clips if clip.rate), None)
        # The first file determines the rate for all.
        if rate and options.set_rate and not options.shown:
            clock.set_rate(scene, rate)
        else:
            rate = clock.of_scene(scene)
        convert.choose_modes(clips, targets)
        made, total = [], max(sum(len(clip.nodes) for clip in clips), 1)
        done = 0
        for clip, of_nodes in zip(clips, targets):
            at = clock.Clock(rate, clip.first_frame if clip.rate else 1.0)
            found = []
            for own in convert.tracks_of(clip, of_nodes, at, notes):
                found += own
                done += 1
                if done % 16 == 0:
                    yield 0.3 + 0.4 * done / total
            made.append((action.make(clip, found, at), clip, at))
            yield 0.3 + 0.7 * done / total
        finish(context, made, graph, options, cast)
        for each in made:
            for action_made in each[0].actions:
                action_made["anim_source"], action_made["anim_format"] = os.path.basename(path), format_id
        options.told += report.of_file(os.path.basename(path), len(clips), notes)
        report.show(options.told)
        if cast and cast.is_armature and cast not in options.casts:
            for target in cast.targets:
                target.keeps_mode = True
            options.casts.append(cast)
    yield 1.0


def read(path: str, format_id: str, options: Options, notes: list[Note]) -> tuple[list[Source], animio.Graph | None]:
    """The clips of a file in Blender's axes and metres, and the graph of its states, if it has states."""
    form = formats.of(format_id)
    chosen = {key: value for key, value in (("up", options.up), ("forward", options.forward), ("unit", options.unit)) if value}
    stated = dict(form.reading) | dict(form.axes) | options.reading | chosen
    if form.axes and "forward" not in chosen and str(stated["up"])[-1] == "z":
        # A figure cannot face up.
        stated["forward"] = space.FORWARD
    animation = animio.read(path, format=format_id, **stated)
    clips = list(animation.clips)
    sample = max(map(Source, clips), key=lambda clip: len(clip.nodes), default=None)
    if sample is None or not sample.nodes:
        raise ValueError(f"{os.path.basename(path)} has no clips with nodes")
    assumed = dict(form.axes) if "up" not in options.reading | chosen else {}
    if assumed and space.is_z_up(sample):
        assumed = {"up": space.UP, "forward": space.FORWARD}
        clips = list(animio.read(path, format=format_id, **stated | assumed).clips)
    if assumed:
        notes.append(Note("kept", "", "", "the file does not state its axes: up is {up}, forward {forward}".format(**assumed)))
    unit = space.unit(sample)
    if unit is not None:
        notes.append(Note("kept", "", "", f"the file does not state its unit, which is assumed to be {unit:g} m"))
        clips = [clip.scale(unit) for clip in clips] if unit != 1 else clips
    return [source for source in map(Source, map(space.blender, clips)) if source.nodes], animation.graph


def bones(clips: list[Source], shared: nodes.Nodes, form: formats.Format, kind: str) -> list[bool]:
    """Whether each node becomes a bone.

    BVH and MM2 move figures, whose nodes become bones. HSF and STT move separate objects, and their nodes become objects. TOD and
    STF do either: a hierarchy like that of a figure becomes bones, unless nodes change their parents or vanish, which bones cannot
    do. Ends of a figure that need an object (for shape keys or a colour) become objects attached to its bones.
    """
    is_figure = form.kind == "BONES" or form.kind == "EITHER" and any(space.is_figure(clip) for clip in clips)
    some = kind == "ARMATURE" or kind == "AUTO" and is_figure and not shared.is_loose
    return [some and (bool(node.children) or not set(node.driven) & set(nodes.OBJECT_ONLY)) for node in shared.shared]


def built(context: bpy.types.Context, name: str, shared: nodes.Nodes, chosen: list[bool], notes: list[Note]) -> list[Target]:
    """Makes the bones and objects that the clips of a file move, and returns the targets of their nodes."""
    of_bones = armature.build(context, name, shared, chosen) if any(chosen) else [None] * len(chosen)
    targets = objects.build(context, shared, of_bones, notes)
    owners = list(dict.fromkeys(target.owner for target in targets))
    armature.activate(context, next((owner for owner in owners if owner.type == "ARMATURE"), owners[0]), owners)
    return targets


def finish(context: bpy.types.Context, made: list, graph: animio.Graph | None, options: Options, cast: Cast | None) -> None:
    """Makes the first clip the active one, and shows all of its frames, and those of files that are imported with it."""
    context.view_layer.update()
    first, clip, at = made[0]
    played = cast.owner.animation_data if cast in options.casts else None
    if played is None or played.action is None:
        first.play()
    start, end = at.frames(np.array([0.0, clip.duration]))
    if options.strips:
        end = nla.lay(made, graph, cast and cast.end)
        if cast:
            cast.end = end
    scene = context.scene
    options.shown += [max(int(np.floor(start)), 0), max(int(np.ceil(end)), 0)]
    scene.frame_start, scene.frame_end = min(options.shown), max(options.shown)
    scene.frame_set(scene.frame_start)
