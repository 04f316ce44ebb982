import type { z } from 'zod'
import { schemaOf } from './endpoint-tool.ts'
import type { Tool, ToolCaller } from './tool.ts'

interface OwnToolOptions<Schema extends z.ZodType> extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'form' | 'writes'
> {
  readonly arguments: Schema
  run(input: z.output<Schema>, call: ToolCaller): Promise<unknown>
}

export function ownTool<Schema extends z.ZodType>({ arguments: schema, run, ...tool }: OwnToolOptions<Schema>): Tool {
  return {
    ...tool,
    schema: () => schemaOf(schema, 'input'),
    problemOf(input) {
      const parsed = schema.safeParse(input)
      if (parsed.success) return null
      return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')
    },
    request: () => null,
    run: (input, call) => run(schema.parse(input), call),
  }
}
