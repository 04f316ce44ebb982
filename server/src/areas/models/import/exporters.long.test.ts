/** Compares what the exporters' own libraries say of a picture with what is said here of the same file. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileEndpoints } from '@vermilion/contract/files'
import { spansByRow } from '@vermilion/contract/labels/contours'
import { modelEndpoints } from '@vermilion/contract/models'
import type { TrialResult } from '@vermilion/contract/models/model-files'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InPlace, startInPlace } from '../../files/testing/in-place.ts'

const program = fileURLToPath(new URL('../testing/exporters/exporters.py', import.meta.url))
const cases = [...readFileSync(program, 'utf8').matchAll(/^ {4}"([^"]+)": \("(\w+)"/gm)].map(([, name, library]) => ({
  name: name!,
  library: library!,
}))

/** The figures are for whoever reads the run. */
const tell = (text: string) => process.stdout.write(`${text}\n`)

const pythons = [process.env['VERMILION_PYTHON'], 'python3'].filter((program) => program !== undefined)
const hasModules = (python: string, modules: string) =>
  spawnSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' }).status === 0
const python = pythons.find((one) => hasModules(one, 'torch, numpy, PIL'))
const skipped = python === undefined ? ', skipped: no Python here has torch (VERMILION_PYTHON names another)' : ''

/** Largest differences: as a share of the picture's side, of a score, and as a share of the pixels. */
const most = { side: 1e-3, score: 5e-3, pixels: 0.01 }

interface Says {
  labels?: string[]
  boxes?: [string, number, number, number, number, number][]
  scores?: number[]
  classes?: string
  picture?: string
}

let inPlace: InPlace
let folder = ''
let fileIds: ReadonlyMap<string, string>
beforeAll(async () => {
  if (python === undefined) return
  inPlace = await startInPlace()
  folder = join(inPlace.machine, 'exports')
  mkdirSync(folder)
  execFileSync(python, [program, folder], { stdio: 'ignore', timeout: 900_000 })
  const { id: spaceId } = await inPlace.index('exports')
  await inPlace.settled()
  const query = { recursive: 'true', limit: 500 } as const
  const { items } = await inPlace.server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  fileIds = new Map(items.map(({ path, id }) => [path, id]))
}, 900_000)
afterAll(() => inPlace?.stop())

async function predictionsOf(name: string, { labels, picture = 'picture.png' }: Says) {
  const model = { fileId: fileIds.get(`${name}.onnx`) ?? '', ...(labels && { labels }) }
  const body = { ...model, picture: readFileSync(join(folder, picture)).toString('base64') }
  return inPlace.server.call(modelEndpoints.tryModelFile, { body })
}

/** Each box of the library with the nearest of the same label here, in the order of their scores. */
function compareBoxes(theirs: NonNullable<Says['boxes']>, { predictions, width, height }: TrialResult) {
  const boxes = predictions.flatMap((one) => ('box' in one ? [one] : []))
  const visible = theirs.filter(([, , , , w, h]) => w > 0 && h > 0)
  const unmatched = new Set(boxes)
  const pairs = visible.map(([label, score, ...sides]) => {
    const differences = [...unmatched]
      .filter((one) => one.label === label)
      .map((one) => ({ ...one, own: one.score, one }))
      .map(({ one, own, box }) => ({
        one,
        score: Math.abs(own - score),
        side: Math.max(
          Math.abs(box.x - sides[0]) / width,
          Math.abs(box.y - sides[1]) / height,
          Math.abs(box.x + box.width - sides[0] - sides[2]) / width,
          Math.abs(box.y + box.height - sides[1] - sides[3]) / height,
        ),
      }))
    const [nearest] = differences.toSorted((one, other) => one.side + one.score - other.side - other.score)
    if (nearest === undefined) return { score: 1, side: 1 }
    // A box that stands twice is no substitute for one that is missing.
    unmatched.delete(nearest.one)
    return nearest
  })
  const largest = (key: 'side' | 'score') => Math.max(0, ...pairs.map((pair) => pair[key]))
  return { boxes: visible.length, ours: boxes.length, side: largest('side'), score: largest('score') }
}

/** The share of pixels whose class is not that of the library there, or at a seam of its next pixels. */
async function differingPixels(name: string, { predictions, width, height }: TrialResult): Promise<number> {
  const theirs = await sharp(join(folder, name)).toColourspace('b-w').raw().toBuffer()
  const own = new Uint8Array(width * height).fill(255)
  for (const one of predictions) {
    if (!('mask' in one)) continue
    for (const [row, spans] of spansByRow(one.mask).entries())
      for (let at = 0; at < spans.length; at += 2)
        own.fill(
          Number(one.label),
          (one.mask.y + row) * width + one.mask.x + spans[at]!,
          (one.mask.y + row) * width + one.mask.x + spans[at + 1]!,
        )
  }
  const isThere = (at: number, label: number) =>
    [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1].some((step) => theirs[at + step] === label)
  return own.reduce((count, label, at) => count + (isThere(at, label) ? 0 : 1), 0) / own.length
}

test.skipIf(python === undefined).each(cases)(
  `R2.33 R3.12 $name: what its library says is said here${skipped}`,
  { timeout: 60_000 },
  async ({ name }) => {
    const reasons = JSON.parse(readFileSync(join(folder, 'skipped.json'), 'utf8')) as Record<string, string>
    if (reasons[name] !== undefined) {
      tell(`${name}: skipped, ${reasons[name]}`)
      expect(reasons[name]).toContain('is not installed')
      return
    }
    const says = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Says
    const ours = await predictionsOf(name, says)
    if (says.boxes !== undefined) {
      const difference = compareBoxes(says.boxes, ours)
      tell(`${name}: ${JSON.stringify(difference)}`)
      expect(difference.boxes).toBeGreaterThan(0)
      expect(difference.ours).toBe(difference.boxes)
      expect(difference.side).toBeLessThan(most.side)
      expect(difference.score).toBeLessThan(most.score)
    }
    if (says.classes !== undefined) {
      const share = await differingPixels(says.classes, ours)
      tell(`${name}: ${(share * 100).toFixed(3)} % of the pixels differ`)
      expect(ours.predictions.length).toBeGreaterThan(0)
      expect(share).toBeLessThan(most.pixels)
    }
    if (says.scores !== undefined) {
      const [likeliest] = ours.predictions
      const index = says.scores.indexOf(Math.max(...says.scores))
      tell(`${name}: ${Math.abs((likeliest?.score ?? 1) - says.scores[index]!)}`)
      expect(likeliest?.labelIndex).toBe(index)
      expect(Math.abs((likeliest?.score ?? 1) - says.scores[index]!)).toBeLessThan(most.score)
    }
  },
)
