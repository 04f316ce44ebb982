import { readJson } from '#platform/database/columns'
import { filledIn } from '../command.ts'
import { placeholders } from '../images.ts'
import type { CommandParts, ImageDefinition } from '../images.ts'
import { parameterOptions } from '../parameter-options.ts'
import type { ImageRow } from './store.ts'

/** An image out of the database as the catalogue has it. */
export function definitionOf({ id, name, fields, check }: ImageRow): ImageDefinition {
  const { title = name, ...rest } = readJson(fields)
  return {
    ...rest,
    title: { en: title, zh: title },
    taskKind: 'training',
    own: { id, check: check === null ? null : readJson(check) },
    command: (parts) => commandOf(rest.command, parts),
  }
}

/** Parameters stand where the command has its hole for them, else behind it. */
function commandOf(command: readonly string[], parts: CommandParts): [string, ...string[]] {
  const options = parameterOptions(parts.parameters)
  const hole = command.indexOf(placeholders.parameters)
  const whole =
    hole === -1 || options.length === 0
      ? [...command, ...options]
      : [...command.slice(0, hole), ...options, ...command.slice(hole + 1)]
  const [program = '', ...rest] = filledIn(whole, { mountPath: parts.dataFolder, outputPath: parts.outputFolder })
  return [program, ...rest]
}
