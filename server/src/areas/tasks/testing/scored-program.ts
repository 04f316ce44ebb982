import { program } from './programs.ts'

const number = (usual: number, minimum: number, maximum: number, step?: number) => ({
  kind: step === undefined ? ('number' as const) : ('integer' as const),
  label: { en: 'A test', zh: '测试' },
  default: usual,
  minimum,
  maximum,
  ...(step === undefined ? {} : { step }),
})

/**
 * A program whose figure is 1 - (x - 0.5)² less 0.01 for each noise, or for the last digit of its seed where it is repeated. Each
 * epoch halves what is missing to its figure. With `hangs` a bad one stays at half of its epochs and never ends.
 */
export const scored = program(
  `const { x, noise, epochs, pause, fails, hangs, seed } = JSON.parse(process.argv[2])
  if (fails) process.exit(3)
  const sunk = process.env.SEED ? (seed % 10) * noise : noise
  const score = Number((1 - (x - 0.5) ** 2 - 0.01 * sunk).toFixed(6))
  fs.writeFileSync('results.csv', 'epoch,val/mAP50\\n')
  let epoch = 0
  const step = () => {
    epoch += 1
    fs.appendFileSync('results.csv', epoch + ',' + score * (1 - 0.5 ** epoch) + '\\n')
    if (hangs && score < 0.81 && epoch > epochs / 2) return setInterval(() => {}, 1000)
    if (epoch < epochs) return setTimeout(step, pause)
    const metrics = { mAP50: score, loss: 1 - score }
    fs.writeFileSync('report.json', JSON.stringify({ images: 4, metrics, classes: [] }))
  }
  setTimeout(step, pause)`,
  {
    parameters: {
      x: number(0.5, 0, 1),
      noise: number(0, 0, 2),
      width: number(16, 8, 64, 8),
      epochs: number(3, 1, 100, 1),
      pause: number(0, 0, 60_000),
      fails: number(0, 0, 1, 1),
      hangs: number(0, 0, 1, 1),
      seed: number(1, 0, 2_147_483_647, 1),
    },
  },
)
