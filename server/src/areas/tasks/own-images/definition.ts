import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import { readJson } from '#platform/database/columns'
import { filledIn } from '../running/command.ts'
import { placeholders } from '../images/images.ts'
import type { CommandParts, ImageDefinition } from '../images/images.ts'
import { parameterOptions } from '../images/parameter-options.ts'
import type { ImageRow, StoredCheck } from './store.ts'

export function definitionOf({ id, name, fields, check }: ImageRow): ImageDefinition {
  const { title = name, ...rest } = readJson(fields)
  const retained = check === null ? null : readJson(check)
  return {
    ...rest,
    title: { en: title, zh: title },
    taskKind: 'training',
    own: { id, check: retained && shownOf(retained) },
    command: (parts) => commandOf(rest.command, parts),
  }
}

const shownOf = ({ id: _own, ...check }: StoredCheck): ImageCheck => check

/** Parameters replace their placeholder in the command, or are appended. */
function commandOf(command: readonly string[], parts: CommandParts): [string, ...string[]] {
  const options = parameterOptions(parts.parameters)
  const hole = command.indexOf(placeholders.parameters)
  const full =
    hole === -1 || options.length === 0
      ? [...command, ...options]
      : [...command.slice(0, hole), ...options, ...command.slice(hole + 1)]
  const [program = '', ...rest] = filledIn(full, { mountPath: parts.dataFolder, outputPath: parts.outputFolder })
  return [program, ...rest]
}
