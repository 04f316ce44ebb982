import { writeFile } from 'node:fs/promises'
import type { TaskOptions, Tasks } from '#areas/tasks'
import type { ImageDefinition } from '../images/images.ts'

const epochs = { kind: 'integer', label: { en: 'Epochs', zh: '轮数' }, default: 3, minimum: 1, maximum: 100 } as const

/** A training image of a small Node program, which starts in the output folder with its parameters as JSON. */
export function program(source: string, more: Partial<ImageDefinition> = {}): ImageDefinition {
  return {
    title: { en: 'A test', zh: '测试' },
    address: 'builtin:test',
    framework: 'node',
    taskKind: 'training',
    labelTypes: ['target-detection'],
    parameters: { epochs },
    command: ({ dataFolder, parameters }) => [
      process.execPath,
      '-e',
      `const fs = require('fs'); ${source}`,
      dataFolder,
      JSON.stringify(parameters),
    ],
    ...more,
  }
}

export const testPrograms: TaskOptions = {
  graceSeconds: 0.5,
  images: {
    good: program(`
      const { epochs } = JSON.parse(process.argv[2])
      console.log('data: ' + fs.readFileSync(process.argv[1] + '/data.txt', 'utf8'))
      fs.writeFileSync('results.csv', 'epoch, train/loss\\n')
      for (let epoch = 1; epoch <= epochs; epoch += 1) {
        console.log('第 ' + epoch + ' 轮')
        fs.appendFileSync('results.csv', epoch + ', ' + 1 / epoch + '\\n')
        fs.writeFileSync('progress.json', JSON.stringify({ done: epoch, total: epochs, unit: 'epochs' }))
      }
      fs.mkdirSync('figures')
      fs.writeFileSync('figures/curve.json', '{}')
      fs.symlinkSync('/etc/hostname', 'figures/link.json')
      fs.symlinkSync('/etc', 'folder-link')`),
    early: program('fs.writeFileSync("progress.json", JSON.stringify({ done: 2, total: 9, unit: "epochs", kept: 1 }))'),
    /** Writes its pid, then a line every 50 ms until a file named \`go\` exists. */
    waiting: program(
      `let line = 0
      fs.writeFileSync('checkpoint', '')
      const beat = () => fs.existsSync('go') ? process.exit(0) : console.log('line ' + line++)
      setInterval(beat, 50)`,
      { checkpoint: 'checkpoint' },
    ),
    fails: program('console.error("no good"); process.exit(7)'),
    crashes: program('process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)'),
    stubborn: program(
      'process.on("SIGTERM", () => console.log("never")); console.log("up"); setInterval(() => {}, 1000)',
    ),
    missing: program('', { command: () => ['/nowhere/trainer'] }),
    inference: program('', { taskKind: 'cloud-inference' }),
  },
  dataSources: {
    text: {
      async materialize(reference, folder) {
        await writeFile(`${folder}/data.txt`, String(reference))
      },
    },
    broken: {
      materialize: () => Promise.reject(new Error('the space is gone')),
    },
    endless: {
      materialize: (_reference, _folder, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    },
  },
}

type Order = Parameters<Tasks['start']>[0]

export function orderOf(image: string, more: Partial<Order> = {}): Order {
  return {
    name: `task-${image}`,
    kind: 'training',
    image,
    parameters: {},
    priority: 50,
    creator: 'admin',
    dataSource: { kind: 'dataset', id: 'dataset-1', name: 'Floors' },
    prepare: { by: 'text', reference: 'floor images' },
    ...more,
  }
}
