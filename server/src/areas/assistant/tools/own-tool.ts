import type { z } from 'zod'
import { issueLines, schemaOf } from './endpoint-tool.ts'
import type { Tool, ToolCaller } from './tool.ts'

interface OwnToolOptions<Schema extends z.ZodType> extends Pick<Tool, 'name' | 'title' | 'description' | 'form'> {
  readonly arguments: Schema
  run(input: z.output<Schema>, call: ToolCaller): Promise<unknown>
}

/** A tool that changes nothing, with its own arguments. */
export function ownTool<Schema extends z.ZodType>({ arguments: schema, run, ...tool }: OwnToolOptions<Schema>): Tool {
  return {
    ...tool,
    writes: false,
    schema: () => schemaOf(schema, 'input'),
    problemOf(input) {
      return issueLines(schema.safeParse(input).error?.issues ?? [])
    },
    request: () => null,
    run: (input, call) => run(schema.parse(input), call),
  }
}
