import { keysOf } from '@vermilion/canvas/editor/commands/keymap'
import { toolsFor } from '@vermilion/canvas/tools/registry'
import { labelKinds, type LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { LabelKind } from '@vermilion/contract/labels/index'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { type KeyGroup, keyedCommands } from '#ui/keyboard/studio-commands.ts'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'

const kindsOf: Readonly<Record<string, readonly LabelKind[]>> = {
  'brush-larger': ['mask'],
  'brush-smaller': ['mask'],
  'toggle-snapping': ['box'],
  unite: ['polygon', 'mask'],
  subtract: ['polygon', 'mask'],
  convert: ['polygon', 'mask'],
  'fill-holes': ['polygon', 'mask'],
  simplify: ['polygon'],
  'delete-vertex': ['polygon'],
  'cut-hole': ['polygon'],
  exclude: ['mask', 'box'],
}
const ofClasses: ReadonlySet<string> = new Set(['undo', 'redo', 'tool-select'])

function isOfUse(id: string, group: KeyGroup, kinds: readonly LabelKind[]): boolean {
  const tool = id.startsWith('tool-') ? id.slice('tool-'.length) : undefined
  if (tool !== undefined && !toolsFor(kinds).some((one) => one === tool)) return false
  if (kinds.every((kind) => kind === 'class') && group === 'edit') return ofClasses.has(id)
  return kindsOf[id]?.some((kind) => kinds.includes(kind)) ?? true
}

export function StudioShortcuts({ labelType }: { labelType: LabelType }): null {
  const kinds: readonly LabelKind[] = labelKinds[labelType]
  const draws = kinds.some((kind) => kind !== 'class')
  const t = useText(studioCommandText)
  const keymap = useSystem(({ studio }) => studio.keymap)
  const rowsOf = (group: KeyGroup) =>
    keyedCommands[group]
      .filter(({ id }) => isOfUse(id, group, kinds))
      .map((command) => ({ id: command.id, keys: keysOf(command, keymap), text: t(command.id) }))
      .filter(({ keys }) => keys.length > 0)
  const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  const outlines = rowsOf('outline')
  const shapeRows = [
    { id: 'marquee', keys: [`Ctrl+${t('drag')}`], text: t('marqueeKey') },
    { id: 'add', keys: [`Shift+${t('click')}`], text: t('additiveKey') },
    { id: 'exclude', keys: [`Alt+${t('click')}`], text: t('excludeKey') },
    { id: 'cycle', keys: ['Tab'], text: t('cycle') },
  ]
  usePageShortcuts([
    { title: t('keys-images'), rows: rowsOf('images') },
    {
      title: t('keys-tools'),
      rows: [...rowsOf('tools'), { id: 'labels', keys: ['1', '9'], between: '…', text: t('pickLabel') }],
    },
    {
      title: t('keys-edit'),
      rows: [...rowsOf('edit'), ...(draws ? [{ id: 'nudge', keys: arrows, text: t('nudge') }] : [])],
    },
    ...(outlines.length > 0 ? [{ title: t('keys-outline'), rows: outlines }] : []),
    { title: t('keys-view'), rows: rowsOf('view') },
    {
      title: t('keys-pointer'),
      rows: [
        { id: 'wheel', keys: [t('wheel')], text: t('wheelKey') },
        { id: 'sideways', keys: [`Shift+${t('wheel')}`], text: t('wheelShiftKey') },
        { id: 'pan', keys: [`Space+${t('drag')}`], text: t('panKey') },
        ...(draws ? shapeRows.filter(({ id }) => isOfUse(id, 'view', kinds)) : []),
      ],
    },
  ])
  return null
}
