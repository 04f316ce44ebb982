import type { Point } from '@vermilion/contract/labels/box'
import type { LabelKind, Shape } from '@vermilion/contract/labels/index'
import { allKinds } from '../shapes/kinds.ts'
import { createShapeIndex } from '../shapes/shape-index.ts'
import type { ShapeIndex } from '../shapes/shape-index.ts'
import { createToolbox } from '../tools/toolbox.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import { createAppearance } from './appearance.ts'
import type { Adjustments } from './appearance.ts'
import { createClipboard } from './editing/clipboard.ts'
import type { Clipboard } from './editing/clipboard.ts'
import { commands, labelCommands } from './commands/commands.ts'
import type { Command } from './commands/commands.ts'
import { createDocument } from './document/document.ts'
import type { Document, Size } from './document/document.ts'
import { createHistory } from './document/history.ts'
import { combinationOf } from './input.ts'
import type { Input, KeyInput } from './input.ts'
import { defaultKeymap, keysOf } from './commands/keymap.ts'
import type { Keymap } from './commands/keymap.ts'
import { createLabels } from './labels.ts'
import type { LabelStyle } from './labels.ts'
import { createLocks } from './editing/locks.ts'
import type { Parts } from './parts.ts'
import { createPixels } from './pixels.ts'
import type { ReadPixels } from './pixels.ts'
import { createSegments } from './segments.ts'
import { createSelection } from './editing/selection.ts'
import { createSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { createSignal } from './document/signal.ts'
import { createView } from './view.ts'

export type EditorPart =
  | 'document'
  | 'history'
  | 'selection'
  | 'view'
  | 'labels'
  | 'appearance'
  | 'tools'
  | 'locks'
  | 'settings'
  | 'pixels'
  | 'keymap'

/** The annotation of one image. All input arrives through `dispatch` or a command. */
export interface Editor extends Parts {
  readonly tools: Toolbox
  commands: () => readonly Command[]
  keymap: () => Keymap
  setKeymap: (keymap: Keymap) => void
  run: (id: string) => boolean
  /** Handles an input; true when consumed, so that the browser must not act on it. */
  dispatch: (input: Input) => boolean
  subscribe: (listener: (part: EditorPart) => void) => () => void
}

export interface EditorNeeds {
  image: Size
  /** In drawing order. */
  shapes: readonly Shape[]
  labels: readonly LabelStyle[]
  currentLabelId?: string
  history?: unknown
  kinds?: readonly LabelKind[]
  settings?: Partial<Settings>
  adjustments?: Partial<Adjustments>
  keymap?: Keymap
  clipboard?: Clipboard
  pixels?: ReadPixels
  createId: () => string
}

/** Until mounted, the viewport has the image's size. */
export function createEditor({
  image,
  shapes,
  labels,
  currentLabelId,
  history,
  createId,
  ...preferences
}: EditorNeeds): Editor {
  const changed = createSignal<EditorPart>()
  const labelParts = createLabels(labels, currentLabelId)
  const describe = ({ labelId }: Shape): Shape['attributes'] => labelParts.get(labelId)?.described
  const document = createDocument({ image, shapes, describe })
  let pointer: Point | null = null
  const parts: Parts = {
    document,
    index: indexOf(document),
    history: createHistory(document),
    selection: createSelection(document),
    view: createView({ image, viewport: image }),
    labels: labelParts,
    appearance: createAppearance(preferences.adjustments),
    locks: createLocks(),
    settings: createSettings(preferences.settings),
    clipboard: preferences.clipboard ?? createClipboard(),
    kinds: preferences.kinds ?? allKinds,
    pixels: createPixels(preferences.pixels),
    segments: createSegments(),
    classified: createSignal<string>(),
    createId,
    pointer: () => pointer,
  }
  if (history !== undefined) parts.history.restore(history)
  const tools = createToolbox(parts)
  parts.segments.subscribe(() => void tools.on({ type: 'arrived' }))
  const commanded = { ...parts, tools }
  let keymap = preferences.keymap ?? defaultKeymap
  const all = (): readonly Command[] =>
    [...commands, ...labelCommands(commanded)].map((command) => ({ ...command, keys: keysOf(command, keymap) }))

  function runCommand(command: Command): boolean {
    if (!command.amidGesture) tools.interrupt()
    if (!command.enabled(commanded)) return false
    command.run(commanded)
    return true
  }

  function keyDown(input: KeyInput): boolean {
    if (input.key === 'Escape' && tools.busy()) return tools.on({ type: 'cancel' })
    const combination = combinationOf(input)
    if (tools.wants(combination)) return tools.on(input)
    const command = all().find(({ keys }) => keys.includes(combination))
    return command ? runCommand(command) : tools.on(input)
  }

  subscribeToParts(commanded, changed.emit)

  return {
    ...commanded,
    commands: all,
    keymap: () => keymap,
    setKeymap(next) {
      keymap = next
      changed.emit('keymap')
    },
    run(id) {
      const command = all().find((each) => each.id === id)
      return command !== undefined && runCommand(command)
    },
    dispatch(input) {
      if ('at' in input) pointer = input.at
      if (input.type === 'pointer-leave') pointer = null
      return input.type === 'key-down' ? keyDown(input) : tools.on(input)
    },
    subscribe: changed.subscribe,
  }
}

function subscribeToParts(editor: Parts & { tools: Toolbox }, emit: (part: EditorPart) => void): void {
  const { document, history, selection, view, labels, appearance, locks, settings, pixels, tools } = editor
  const watched = { document, history, selection, view, labels, appearance, locks, settings, pixels, tools }
  for (const [part, { subscribe }] of Object.entries(watched)) {
    subscribe(() => emit(part as EditorPart))
  }
}

function indexOf(document: Document): ShapeIndex {
  const index = createShapeIndex(document.shapes())
  document.subscribe(({ touched }) => {
    for (const id of touched) {
      const shape = document.get(id)
      if (shape) index.put(shape)
      else index.remove(id)
    }
  })
  return index
}
