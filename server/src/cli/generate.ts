import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Generation, generationEndpoints } from '@vermilion/contract/generations'
import { generationConfig } from '@vermilion/contract/generations/config'
import { type Call, clientOf } from './api-client.ts'
import { type Command, UsageError } from './command.ts'

/** In milliseconds. */
const interval = 500

const options = {
  config: { type: 'string' },
  space: { type: 'string' },
  seed: { type: 'string' },
  wait: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

export const generate: Command = {
  usage: [
    [
      'generate --config FILE --space ID [--seed N] [--wait] [--json]',
      'generates images into a data space by a config as the console exports it, - for the standard input',
    ],
  ],
  async run(parameters, config, variables) {
    const { values } = parseArgs({ args: parameters, options })
    const { config: file, space: spaceId } = values
    if (file === undefined) throw new UsageError('Say which config with --config FILE.')
    if (spaceId === undefined) throw new UsageError('Say which data space with --space ID.')
    const body = await readConfigFile(file)
    const seed = values.seed === undefined ? body.seed : Number(values.seed)
    const call = clientOf(config, variables)
    const generation = await call(generationEndpoints.createGeneration, {
      params: { spaceId },
      body: { ...body, seed },
    })
    if (!values.json) console.log(generation.id)
    const last = values.wait ? await follow(call, generation) : generation
    if (values.json) console.log(JSON.stringify(last))
    return !values.wait || last.status === 'success' ? 0 : 1
  },
}

async function readConfigFile(file: string) {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  const result = generationConfig.safeParse(parseJson(content, file))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error })
  }
}

/** Prints the progress to standard error, so that a script gets only the id. */
async function follow(call: Call, { id: generationId }: Generation): Promise<Generation> {
  let reported = ''
  for (;;) {
    const now = await call(generationEndpoints.getGeneration, { params: { generationId } })
    const { status, kept, aside, failed, config, error, endedAt } = now
    const state = `${status}: ${kept} of ${config.count} kept, ${aside} aside, ${failed} failed`
    if (state !== reported) console.error(state)
    reported = state
    if (endedAt !== null) {
      if (error !== null) console.error(error)
      return now
    }
    await wait(interval)
  }
}
