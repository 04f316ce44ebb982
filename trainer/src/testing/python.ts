import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

export const imagesFolder = fileURLToPath(new URL('../../../images', import.meta.url))

const programs = [process.env['VERMILION_PYTHON'], 'python3', '/usr/bin/python3']

export function pythonWith(modules: string): string | undefined {
  return programs.find((program) => {
    if (program === undefined) return false
    try {
      execFileSync(program, ['-c', `import ${modules}`], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

export const skippedWithout = (python: string | undefined, needed: string): string =>
  python === undefined ? `, skipped: no Python here ${needed}` : ''

export const plainPython = pythonWith('sys; assert sys.version_info >= (3, 8)')
export const plainSkipped = skippedWithout(plainPython, 'is 3.8 or later')

/** Python with everything the scripts need. Required when `VERMILION_EXPECT_TORCH` is 1. */
export const torchPython = pythonWith('torch, torchvision, onnx, PIL')
export const torchSkipped = skippedWithout(torchPython, 'has torch, torchvision, onnx and PIL')
if (torchPython === undefined && process.env['VERMILION_EXPECT_TORCH'] === '1')
  throw new Error(`torch is expected here${torchSkipped}`)

/** As above, for the networks of `images/transformers`. */
export const transformersPython = pythonWith('torch, torchvision, onnx, PIL, transformers, timm')
export const transformersSkipped = skippedWithout(transformersPython, 'has torch, transformers, timm, onnx and PIL')

export const unittest = (python: string, ...modules: string[]) =>
  run(python, ['-B', '-m', 'unittest', ...modules], { cwd: join(imagesFolder, 'tests') })

interface Training {
  /** In `images/`; that of torchvision by default. */
  folder?: string
  data: string
  more?: readonly string[]
  output?: string
  variables?: Readonly<Record<string, string>>
}

export const fewEpochs = 2
const small = ['--epochs', String(fewEpochs), '--input-size', '64', '--batch', '8', '--workers', '0']

export async function train(name: string, training: Training) {
  const { folder = `torchvision-${name}`, data, more = [], output = temporaryFolder(), variables = {} } = training
  const script = join(imagesFolder, folder, 'train.py')
  const argv = ['-B', script, '--data', data, '--output', output, ...small, ...more]
  // One thread: on a loaded machine more only wait for each other.
  const env = { ...process.env, OMP_NUM_THREADS: '1', ...variables }
  const once = () => run(torchPython ?? '', argv, { env })
  return { output, once, ...(await once()) }
}

export async function failureOf(name: string, training: Training): Promise<string> {
  const failure = await train(name, training).then(
    () => ({ stderr: 'it came to its end', code: 0 }),
    (error: { stderr: string; code: number }) => error,
  )
  return `${failure.code} ${failure.stderr.trim().split('\n').at(-1)}`
}
