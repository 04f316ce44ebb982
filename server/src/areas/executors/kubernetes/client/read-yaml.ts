import { parse } from 'yaml'
import { z } from 'zod'
import type { Text } from '@vermilion/contract/kernel/text'
import { StartRefused } from '../../port/start-refused.ts'

/** Reads YAML, or JSON, which is a part of it. `sayUnusable` tells what is wrong with it. */
export function readYaml<Schema extends z.ZodType>(
  content: string,
  schema: Schema,
  sayUnusable: (detail: string) => Text,
): z.output<Schema> {
  let value: unknown
  try {
    value = parse(content, { maxAliasCount: 10 })
  } catch (error) {
    throw new StartRefused(sayUnusable(error instanceof Error ? error.message : String(error)))
  }
  const result = schema.safeParse(value)
  if (!result.success) throw new StartRefused(sayUnusable(z.prettifyError(result.error)))
  return result.data
}
