import { execFileSync } from 'node:child_process'
import { accessSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TaskOptions } from '../service.ts'
import { testPrograms } from './programs.ts'
import { tinyPackage } from './tiny-package-index.ts'

const least = 10

/** A Python that makes environments by itself; undefined where there is none. */
export const environmentPython = [
  process.env['VERMILION_PYTHON'],
  'python3',
  'python3.13',
  'python3.12',
  'python3.11',
].find((program) => {
  if (program === undefined) return false
  try {
    const source = `import sys, venv, ensurepip; assert sys.version_info >= (3, ${least})`
    execFileSync(program, ['-I', '-c', source], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})
export const environmentSkipped =
  environmentPython === undefined ? `, skipped: no Python here is 3.${least} or later and has venv` : ''

/** PATH without the folders that have uv, so that pip is used. */
export const pathWithoutUv = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => {
    try {
      accessSync(join(folder, 'uv'))
      return false
    } catch {
      return true
    }
  })
  .join(delimiter)

/** What the installer may not take from where the tests run: tests have an index of their own. */
export const ownIndexOnly = { PIP_CONFIG_FILE: '/dev/null', PIP_DEFAULT_TIMEOUT: '600' }

export const tinyPackages = {
  counting: tinyPackage(
    'tinycount',
    'def count(last):\n    return list(range(1, last + 1))\n\ndef main():\n    print(count(3))\n',
  ),
  large: tinyPackage('tinylarge', 'size = 1\n', { padding: 300_000 }),
}

/** Writes results as trainings do, by what the packages say, and goes on until a file named `go` is there, where it is to wait. */
export const tinyProgram = `
import argparse, json, sys, time
from pathlib import Path
import tinycount, tinylarge
parser = argparse.ArgumentParser()
for name in ("--data", "--output"):
    parser.add_argument(name, required=True)
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--wait", type=int, default=0)
options = parser.parse_args()
output = Path(options.output)
lines = ["epoch, train/loss"]
for epoch in tinycount.count(options.epochs):
    lines.append(f"{epoch}, {1 / epoch}")
    (output / "results.csv").write_text("\\n".join(lines) + "\\n")
    (output / "progress.json").write_text(json.dumps({"done": epoch, "total": options.epochs, "unit": "epochs"}))
print(f"in {sys.prefix} with {tinylarge.size}", flush=True)
while options.wait and not (output / "go").exists():
    time.sleep(0.05)
`

const parameters = {
  epochs: { kind: 'integer', label: { en: 'Epochs', zh: '轮数' }, default: 2, minimum: 1, maximum: 100 },
  wait: { kind: 'integer', label: { en: 'Wait', zh: '等待' }, default: 0, minimum: 0, maximum: 1 },
} as const

export function tinyImages(imagesFolder: string): TaskOptions {
  const image = (folder: string) =>
    ({
      title: { en: 'Tiny trainer', zh: '微型训练' },
      address: `localhost/vermilion/${folder}:0.1`,
      framework: 'pytorch',
      taskKind: 'training',
      labelTypes: ['target-detection'],
      parameters,
      python: { folder, program: 'train.py' },
      command: ({ dataFolder, outputFolder, parameters: { epochs = 2, wait = 0 } }) => [
        `/opt/vermilion/${folder}/train.py`,
        '--data',
        dataFolder,
        '--output',
        outputFolder,
        '--epochs',
        String(epochs),
        '--wait',
        String(wait),
      ],
    }) satisfies NonNullable<TaskOptions['images']>[string]
  const images = Object.fromEntries(['tiny', 'other', 'wrong', 'absent'].map((folder) => [folder, image(folder)]))
  return { ...testPrograms, imagesFolder, images, concurrency: 2 }
}
