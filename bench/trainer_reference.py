"""The starter trainer's network in PyTorch, for its CPU time alone: python3 bench/trainer_reference.py STEPS SIZE

Random batches of 16 images of SIZE px, width 16, 3 labels; forward, a loss of the same shape, backward, AdamW.
"""
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

STEPS, SIZE = int(sys.argv[1]), int(sys.argv[2])
BATCH, WIDTH, LABELS = 16, 16, 3
torch.set_num_threads(2)
torch.manual_seed(1)


def block(inputs, outputs, stride):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        w = WIDTH
        self.fine = nn.Sequential(block(3, w, 2), block(w, 2 * w, 2))
        self.middle = nn.Sequential(block(2 * w, 4 * w, 2), block(4 * w, 4 * w, 1))
        self.coarse = nn.Sequential(block(4 * w, 4 * w, 2), block(4 * w, 4 * w, 1))
        self.neck = block(4 * w, 2 * w, 1)
        self.detail = block(2 * w, 2 * w, 1)
        self.head = nn.Conv2d(2 * w, 4 + LABELS, 1)

    def forward(self, x):
        fine = self.fine(x)
        middle = self.middle(fine)
        joined = self.neck(middle + F.interpolate(self.coarse(middle), scale_factor=2))
        return self.head(self.detail(fine + F.interpolate(joined, scale_factor=2)))


def loss_of(cells, wanted, targets, weights):
    box, logits = cells[:, :4], cells[:, 4:]
    p = torch.sigmoid(logits)
    label = ((p - targets) ** 2 * F.binary_cross_entropy_with_logits(logits, targets, reduction='none')).sum()
    sizes = box[:, 2:].exp(), wanted[:, 2:].exp()
    low = torch.maximum(box[:, :2] - sizes[0] / 2, wanted[:, :2] - sizes[1] / 2)
    high = torch.minimum(box[:, :2] + sizes[0] / 2, wanted[:, :2] + sizes[1] / 2)
    shared = (high - low).clamp(min=0).prod(1, keepdim=True)
    union = sizes[0].prod(1, keepdim=True) + sizes[1].prod(1, keepdim=True) - shared
    distance = ((box - wanted).abs() * weights).sum()
    return label + 2 * ((1 - shared / union) * weights).sum() + 0.5 * distance


model = Detector()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
images = torch.rand(BATCH, 3, SIZE, SIZE)
edge = SIZE // 4
wanted, targets = torch.zeros(BATCH, 4, edge, edge), torch.rand(BATCH, LABELS, edge, edge)
weights = torch.full((BATCH, 1, edge, edge), 1.0 / (BATCH * edge * edge))
measured = min(STEPS, 100)
for step in range(measured + 10):
    if step == 10:
        start = time.process_time()
    optimizer.zero_grad()
    loss_of(model(images), wanted, targets, weights).backward()
    optimizer.step()
seconds = (time.process_time() - start) / measured
print(
    f'PyTorch {torch.__version__}  {seconds * 1000:.0f} CPU ms a step over {measured} steps, '
    f'so {seconds * STEPS:.0f} CPU s for {STEPS}; idle threads that spin count'
)
