import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const program = `#!/usr/bin/env node
const fs = require('node:fs')
const { fields, cards, complaint } = JSON.parse(fs.readFileSync(__dirname + '/cards.json', 'utf8'))
if (complaint) { console.log(complaint); process.exit(9) }
const query = process.argv.find((one) => one.startsWith('--query-gpu=')).slice('--query-gpu='.length).split(',')
for (const card of cards) console.log(query.map((field) => card[fields.indexOf(field)]).join(', '))
`

const fields = [
  'index',
  'name',
  'utilization.gpu',
  'memory.used',
  'memory.total',
  'temperature.gpu',
  'power.draw',
  'power.limit',
] as const

export type CardValues = readonly string[]

export async function placeFakeNvidiaSmi() {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-smi-'))
  const path = process.env['PATH'] ?? ''
  await writeFile(join(folder, 'nvidia-smi'), program)
  await chmod(join(folder, 'nvidia-smi'), 0o755)
  process.env['PATH'] = `${folder}${delimiter}${path}`
  const write = (content: object) => writeFile(join(folder, 'cards.json'), JSON.stringify({ fields, ...content }))
  await write({ cards: [] })
  return {
    show: (cards: readonly CardValues[]) => write({ cards }),
    complain: (complaint: string) => write({ complaint }),
    async remove(): Promise<void> {
      process.env['PATH'] = path
      await rm(folder, { recursive: true, force: true })
    },
  }
}
