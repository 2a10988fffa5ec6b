"""A clip as F-curves of the targets that its nodes drive."""

from collections.abc import Iterator

import animio
import numpy as np

from . import aims, parents, sampled, tracks, transform
from .clock import Clock
from .nodes import OBJECT_ONLY
from .pieces import SPATIAL, Gathered, Piece, Source, kind, of_channel
from .report import Note
from .targets import Target

# The path of the rotation, by mode; all others are angles.
ROTATIONS = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
# The default value of each component, by path.
STEADY = {"location": (0, 0, 0), "scale": (1, 1, 1), "rotation_quaternion": (1, 0, 0, 0), "rotation_euler": (0, 0, 0)}
# Properties outside the transform that only objects have.
OWN = ("visible", "alive")


def choose_modes(clips: list[Source], targets: list[list[Target | None]]) -> None:
    """Gives every new target the rotation mode in which most clips can keep their curves, and records what any clip drives."""
    wanted: dict[int, tuple[Target, list[str]]] = {}
    for clip, of_nodes in zip(clips, targets):
        for gathered, target in zip(clip.gathered, of_nodes):
            if target is None:
                continue
            modes = wanted.setdefault(id(target), (target, []))[1]
            mode = transform.mode(gathered, target)
            if mode != "":
                modes.append(mode or "QUATERNION")
            target.driven |= {channel.property for channel in gathered.spatial}
    for target, modes in wanted.values():
        if not target.keeps_mode:
            target.mode = modes[0] if modes and set(modes) == {modes[0]} else "QUATERNION"
            target.channels.rotation_mode = target.mode
        else:
            target.mode = target.channels.rotation_mode


def tracks_of(
    clip: Source, targets: list[Target | None], clock: Clock, notes: list[Note]
) -> Iterator[list[tracks.Track]]:
    """The F-curves of a clip, node by node."""
    nodes = clip.gathered
    sampler = None
    for index, (gathered, target) in enumerate(zip(nodes, targets)):
        if target is None:
            continue
        node = clip.nodes[index]
        found = exact(node, gathered, target, clock)
        if found is None:
            if sampler is None:
                sampler = sampled.Sampler(clip, clock)
            *found, shear = sampled.components(sampler, index, gathered, target)
            note_samples(notes, clip, node.name, gathered, shear)
        aimed = None if target.is_bone else aims.rotation(clip, index, clock, target.mode)
        if aimed:
            found[1] = aimed
        made = parents.influences(clip, index, targets, clock) if target.is_loose else []
        rotation = ROTATIONS.get(target.mode, "rotation_euler")
        driven = target.driven & {"rotation", "euler", "angle", "matrix"} or aimed
        moved = target.driven & {"translation", "displacement", "matrix"}
        grown = target.driven & {"scale", "matrix"}
        for path, pieces, wanted in zip(("location", rotation, "scale"), found, (moved, driven, grown)):
            if wanted or not (target.keeps_mode or is_still(path, pieces)):
                path = target.prefix + path
                made += [tracks.of_piece(piece, clock, target.owner, path, k, target.group) for k, piece in enumerate(pieces)]
        made += others(gathered, target, clock)
        if target.is_bone and gathered.has(*OBJECT_ONLY):
            notes.append(Note("dropped", clip.name, node.name, "a bone has no colour, no shapes, always one parent, and always exists"))
        if any([tracks.repaired(track) for track in made]):
            notes.append(Note("dropped", clip.name, node.name, "keys that are not finite in single precision"))
        yield made


def exact(node: animio.Node, gathered: Gathered, target: Target, clock: Clock) -> list[list[Piece]] | None:
    """Location, rotation and scale with the keys of the clip; `None` if a part has to be sampled."""
    if gathered.has("matrix"):
        return None
    location = transform.location(gathered, np.asarray(node.rest_translation), target)
    rotation = transform.rotation(gathered, np.asarray(node.rest_rotation), target, clock)
    if location is None or rotation is None:
        return None
    return [location, rotation, transform.scale(gathered, np.asarray(node.rest_scale), target)]


def is_still(path: str, pieces: list[Piece]) -> bool:
    """Whether a bone at rest, or a new object, has these values without a key."""
    if path not in STEADY:
        return False
    values = zip(pieces, STEADY[path])
    return all(piece.is_constant and abs(piece.values[0] - still) < 1e-9 for piece, still in values)


def others(gathered: Gathered, target: Target, clock: Clock) -> list[tracks.Track]:
    """The F-curves outside the transform."""
    made = []
    for channel in gathered.channels:
        if kind(channel) in (*SPATIAL, *OWN, "parent"):
            continue
        for component, piece in enumerate(of_channel(channel), channel.component):
            whole = target.places.get((kind(channel), None))
            part = target.places.get((kind(channel), component))
            if whole or part:
                owner, path = part or whole
                index = 0 if part else component
                made.append(tracks.of_piece(piece, clock, owner, path, index, target.group))
    if not target.is_bone and gathered.has(*OWN):
        piece = hidden(gathered)
        for path in ("hide_viewport", "hide_render"):
            made.append(tracks.of_piece(piece, clock, target.owner, path, 0, target.group))
    return made


def hidden(gathered: Gathered) -> Piece:
    """1 whenever the node is not shown or does not exist, else 0."""
    shown = [piece for name in OWN for piece in gathered.components(name).values()]
    times = np.unique(np.concatenate([piece.times for piece in shown]))
    hides = np.zeros(len(times), bool)
    for piece in shown:
        key = np.searchsorted(piece.times, times, side="right") - 1
        hides |= piece.values[key.clip(0)] == 0
    return Piece(times, hides.astype(float), np.zeros(len(times), np.int32), None, shown[0].wraps)


def note_samples(notes: list[Note], clip: Source, node: str, gathered: Gathered, shear: float) -> None:
    """Reports what sampling changes."""
    if not gathered.is_stepped:
        notes.append(Note("approximated", clip.name, node, "its motion has a key at every frame, because Blender has no such curve"))
    if any(channel.before != "hold" or channel.after != "hold" for channel in gathered.spatial):
        notes.append(Note("approximated", clip.name, node, "it repeats only within the clip"))
    if shear > sampled.SHEAR:
        notes.append(Note("dropped", clip.name, node, f"axes that are not perpendicular: cosine {shear:.3g}"))


