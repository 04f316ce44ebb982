"""The state of a training in a file, from which the same call goes on."""

import pickle

import torch

from .processes import is_loss


class CheckpointProblem(Exception):
    """Says what is wrong with a checkpoint, for the log."""


def configuration(options):
    return {name: value for name, value in vars(options).items() if name not in ("data", "output", "workers")}


def keep(path, options, state, model, optimizer):
    draft = path.with_name(f"{path.name}.new")
    content = {"options": configuration(options), "state": vars(state), "model": model.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save(content, draft)
    draft.replace(path)


def found_at(path, options):
    """A checkpoint of the same parameters, if there is one. One that cannot be used ends the training: it may be mended."""
    # Otherwise a file could run code of its own. Before 2.0 this way knows no floating-point numbers.
    is_safe = int(torch.__version__.split(".")[0]) >= 2
    found = torch.load(path, map_location="cpu", weights_only=is_safe) if path.exists() else None
    if found is not None and found["options"] != configuration(options):
        print("the checkpoint is of other parameters: the training begins anew", flush=True)
        return None
    return found


def resume(path, options, state, model, optimizer, group):
    """Takes up the checkpoint of the first process: others may be on machines that do not have it."""
    try:
        found = group.told(found_at(path, options) if group.leads else None)
        if found is not None:
            model.load_state_dict(found["model"])
            optimizer.load_state_dict(found["optimizer"])
            vars(state).update(found["state"])
    except (RuntimeError, KeyError, ValueError, TypeError, AttributeError, EOFError, pickle.UnpicklingError) as problem:
        if is_loss(problem):
            raise
        reason = str(problem).strip().split("\n")[0] or type(problem).__name__
        raise CheckpointProblem(f"{path}: the checkpoint cannot be used ({reason}). Delete it, and the training begins anew") from None
