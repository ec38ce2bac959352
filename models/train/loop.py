"""The training loop both networks share: one-cycle learning rate, averaged weights, saved as it goes."""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import torch
from torch import Tensor, nn

EPOCH_STEPS = 250
LOADERS = 2  # threads that make crops; numpy and OpenCV let others run meanwhile
AVERAGED_STEPS = 500  # the saved weights are a running average over about this many steps


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to train."""

    out: Path
    steps: int
    batch: int
    rate: float
    seed: int
    start: Path | None
    half: bool  # compute in bfloat16: several times faster on processors that have it


class Crops(Protocol):
    """A data set that gives other crops every epoch."""

    epoch: int

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> tuple[Tensor, ...]: ...


def fit(
    network: nn.Module,
    crops: Crops,
    loss: Callable[[Any, list[Tensor]], Tensor],
    report: Callable[[nn.Module], str],
    plan: Plan,
) -> None:
    """Train; after every epoch the averaged weights are saved beside `plan.out`, `report` says how good they are."""
    if plan.start is not None:
        network.load_state_dict(torch.load(plan.start, weights_only=True))
    network = network.to(memory_format=torch.channels_last)
    average = torch.optim.swa_utils.AveragedModel(network, avg_fn=_averaged, use_buffers=True)
    optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=0.03)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, plan.rate, total_steps=plan.steps, pct_start=0.1)
    done, partial = 0, plan.out.with_suffix(".part")
    while done < plan.steps:
        began, total = time.monotonic(), 0.0
        for bgr, *known in _batches(crops, plan.batch):
            with torch.autocast("cpu", torch.bfloat16, enabled=plan.half):
                out = network(bgr)
            value = loss(_full(out), known)
            optimiser.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            average.update_parameters(network)
            total, done = total + value.item(), done + 1
            if done == plan.steps:
                break
            schedule.step()
        crops.epoch += 1
        torch.save(average.module.state_dict(), partial)
        took = time.monotonic() - began
        said = f"step {done} of {plan.steps}: loss {total / EPOCH_STEPS:.3f}, {took:.0f} s; {report(average.module)}"
        print(said, file=sys.stderr, flush=True)
    partial.replace(plan.out)


def _batches(crops: Crops, batch: int) -> Iterator[list[Tensor]]:
    """The crops of one epoch in batches, made ahead by threads: a forked process may hang once torch has run."""
    cv2.setNumThreads(1)
    with ThreadPoolExecutor(LOADERS) as pool:
        ahead: deque[Future[list[Tensor]]] = deque()
        for first in range(0, len(crops) - batch + 1, batch):
            ahead.append(pool.submit(_batch, crops, first, batch))
            if len(ahead) > 2 * LOADERS:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def _batch(crops: Crops, first: int, batch: int) -> list[Tensor]:
    rows = [crops[index] for index in range(first, first + batch)]
    return [torch.stack(column) for column in zip(*rows, strict=True)]


def _full(out: Any) -> Any:
    return tuple(part.float() for part in out) if isinstance(out, tuple) else out.float()


def _averaged(average: Tensor, current: Tensor, steps: Tensor | int) -> Tensor:
    share = max(1 / (float(steps) + 1), 1 / AVERAGED_STEPS)
    return average + (current - average) * share


def plan_of(chosen: argparse.Namespace) -> Plan:
    """The plan that these options make; seeds torch."""
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    return Plan(chosen.out, chosen.steps, chosen.batch, chosen.rate, chosen.seed, chosen.start, chosen.half)


def command_line(about: str | None, steps: int, batch: int) -> argparse.ArgumentParser:
    """The options both trainings take."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(
        "--photos",
        type=Path,
        nargs="*",
        default=[],
        help="labels.jsonl files; only their part `train` is used",
    )
    parser.add_argument("--renders", type=Path, nargs="*", default=[], help="folders written by models.render")
    parser.add_argument("--out", type=Path, required=True, help="where the weights go (.pt)")
    parser.add_argument("--start", type=Path, help="go on from these weights")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="more only help while the other cores are idle")
    parser.add_argument("--half", action="store_true", help="compute in bfloat16")
    return parser
