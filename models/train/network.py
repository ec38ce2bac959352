"""The two networks: one that finds dice in a small picture, one that reads a die that was cut out."""

from __future__ import annotations

import torch
from torch import Tensor, nn

STRIDE = 4


class Finder(nn.Module):
    """Marks the centre of every die on a grid of 4 px cells, with its box.

    In: (B, H, W, 3) uint8 BGR, H and W multiples of 32. Out, per cell: (B, 12, H/4, W/4): centre logit, the
    distances to left, top, right, bottom in px, and logits for the pips (1 to 6, then unreadable). Nobody uses the
    pips, but learning them teaches the network what tells a die from a cube with numerals.
    """

    def __init__(self, widths: tuple[int, ...] = (8, 16, 32, 56, 96), head: int = 16) -> None:
        super().__init__()
        c1, c2, c3, c4, c5 = widths
        self.stem = nn.Sequential(_first(c1), _conv(c1, c2, stride=2))
        self.down8 = nn.Sequential(_conv(c2, c3, stride=2), Mixer(c3), Mixer(c3))
        self.down16 = nn.Sequential(_conv(c3, c4, stride=2), Mixer(c4), Mixer(c4), Mixer(c4))
        self.down32 = nn.Sequential(_conv(c4, c5, stride=2), Mixer(c5), Mixer(c5))
        self.from32, self.from16, self.from8 = (
            nn.Conv2d(c5, c4, 1),
            nn.Conv2d(c4, c3, 1),
            nn.Conv2d(c3, head, 1),
        )
        self.from4 = nn.Conv2d(c2, head, 1)
        self.mix16, self.mix8 = Mixer(c4), Mixer(c3)
        self.mix4 = Mixer(head)
        self.out = nn.Conv2d(head, 5 + 7, 1)
        self.out.bias.data[0] = -4.0  # dice are rare among cells

    def forward(self, bgr: Tensor) -> Tensor:
        at4 = self.stem(bgr.permute(0, 3, 1, 2).float())
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at32 = self.down32(at16)
        at16 = self.mix16(at16 + _doubled(self.from32(at32)))
        at8 = self.mix8(at8 + _doubled(self.from16(at16)))
        out = self.out(self.mix4(torch.relu(self.from4(at4) + _doubled(self.from8(at8)))))
        reach = torch.exp(out[:, 1:5].clamp(-4, 4)) * (2 * STRIDE)
        return torch.cat([out[:, :1], reach, out[:, 5:]], dim=1)


class FinderForUse(nn.Module):
    """The finder with its peaks picked: centres are probabilities, and 0 where a neighbour is more likely."""

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, bgr: Tensor) -> Tensor:
        out = self.finder(bgr)
        heat = torch.sigmoid(out[:, :1])
        peak = nn.functional.max_pool2d(heat, 3, 1, 1)
        return torch.cat([heat * (heat >= peak).float(), out[:, 1:5]], dim=1)


class PipReader(nn.Module):
    """Reads a cut-out die. In: (B, P, P, 3) uint8 BGR. Out: logits for the pips (1 to 6, then unreadable), for
    being a die at all, for the colour (white, red, yellow, green, blue, black, other), the corners of the top face
    and the die's box (left, top, right, bottom), both as shares of the crop."""

    def __init__(self, widths: tuple[int, ...] = (16, 32, 40, 48, 56)) -> None:
        super().__init__()
        c1, c2, c3, c4, c5 = widths
        self.features = nn.Sequential(
            _first(c1),
            _conv(c1, c2, stride=2),
            Mixer(c2),
            Mixer(c2),
            Mixer(c2),
            _conv(c2, c3, stride=2),
            Mixer(c3),
            Mixer(c3),
            _conv(c3, c4, stride=2),
            Mixer(c4),
            _conv(c4, c5),
        )
        self.pool = nn.Sequential(nn.Conv2d(c5, 20, 1), nn.ReLU(), nn.Flatten(), nn.Linear(20 * 16, 48), nn.ReLU())
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(48 + c5, 7 + 1 + 7 + 8 + 4)

    def forward(self, bgr: Tensor) -> tuple[Tensor, ...]:
        x = self.features(bgr.permute(0, 3, 1, 2).float())
        pooled = torch.cat([self.pool(x), x.mean((2, 3))], dim=1)
        out = self.out(self.dropout(pooled))
        return out[:, :7], out[:, 7], out[:, 8:15], out[:, 15:23], out[:, 23:]

    @property
    def colour_bias(self) -> Tensor:
        """What each colour (7,) starts from before anything is seen; a view, to be changed in place."""
        return self.out.bias.data[8:15]


class PipReaderForUse(nn.Module):
    """The pip reader giving probabilities; `temperature` softens its pips as calibration found right."""

    def __init__(self, reader: PipReader, temperature: float) -> None:
        super().__init__()
        self.reader, self.temperature = reader, temperature

    def forward(self, bgr: Tensor) -> tuple[Tensor, ...]:
        pips, die, colour, face, box = self.reader(bgr)
        return torch.softmax(pips / self.temperature, 1), torch.sigmoid(die), torch.softmax(colour, 1), face, box


class Depthwise(nn.Conv2d):
    """5x5 within each channel, always in float32: bfloat16 makes every other layer faster and this one slower."""

    def __init__(self, channels: int) -> None:
        super().__init__(channels, channels, 5, padding=2, groups=channels, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        with torch.autocast("cpu", enabled=False):
            return super().forward(x.float())


class Mixer(nn.Module):
    """A light residual block: 5x5 within channels, then 1x1 across them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.steps = nn.Sequential(
            Depthwise(channels),
            nn.BatchNorm2d(channels),
            nn.Conv2d(channels, 2 * channels, 1),
            nn.ReLU(),
            nn.Conv2d(2 * channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return x + self.steps(x)


class FirstConv(nn.Conv2d):
    """3x3, stride 2, on bytes: the scale is in the weights, so that no pass over the picture is spent on it."""

    def __init__(self, channels: int) -> None:
        super().__init__(3, channels, 3, stride=2, padding=1, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.conv2d(x, self.weight * (1 / 128), None, self.stride, self.padding)


def _first(channels: int) -> nn.Sequential:
    return nn.Sequential(FirstConv(channels), nn.BatchNorm2d(channels), nn.ReLU())


def _conv(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU())


def _doubled(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


def face_error(got: Tensor, want: Tensor) -> Tensor:
    """Mean distance of corners in px; which corner comes first does not matter, as a square has no first corner."""
    turns = [(got - want.roll(2 * turn, 1)).abs().mean(1) for turn in range(4)]
    return torch.stack(turns).min(0).values
