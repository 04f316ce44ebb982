import type { LabelKind } from '@vermilion/contract/labels/index'
import { tools } from '../../tools/registry.ts'
import type { ToolId } from '../../tools/registry.ts'
import { always } from './command.ts'
import type { Command, Commanded } from './command.ts'
import { steppedBrush } from '../settings.ts'

/** A drawing tool needs a label, and a dataset that allows its kind. */
function tool<Id extends ToolId>(id: Id, ...keys: string[]) {
  const draws: readonly LabelKind[] = tools[id].draws
  return {
    id: `tool-${id}`,
    group: 'tools',
    keys,
    enabled: ({ labels, kinds }: Commanded) =>
      draws.length === 0 || (labels.current() !== null && draws.some((kind) => kinds.includes(kind))),
    pressed: (editor: Commanded) => editor.tools.active() === id,
    run: (editor: Commanded) => editor.tools.choose(id),
  } as const satisfies Command
}

export const toolCommands = [
  tool('select', 'v'),
  tool('draw-box', 'b', 'r'),
  tool('polygon', 'p'),
  tool('freehand', 'f'),
  tool('magnetic', 'n'),
  tool('brush', 'm'),
  tool('eraser', 'e'),
  tool('fill', 'k'),
  tool('wand', 'w'),
  tool('segment', 'q'),
  {
    id: 'brush-larger',
    group: 'tools',
    keys: ['.'],
    enabled: always,
    run: ({ settings }) => settings.set({ brushSize: steppedBrush(settings.get().brushSize, 1) }),
    amidGesture: true,
  },
  {
    id: 'brush-smaller',
    group: 'tools',
    keys: [','],
    enabled: always,
    run: ({ settings }) => settings.set({ brushSize: steppedBrush(settings.get().brushSize, -1) }),
    amidGesture: true,
  },
  {
    id: 'toggle-snapping',
    group: 'tools',
    keys: ['s'],
    enabled: always,
    pressed: ({ settings }) => settings.get().snapping,
    run: ({ settings }) => settings.set({ snapping: !settings.get().snapping }),
    amidGesture: true,
  },
] as const satisfies readonly Command[]
