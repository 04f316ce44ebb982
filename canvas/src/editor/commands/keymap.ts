/** Default key layouts: arrows and digits, or A and D under the left hand. */
export const keymapPresets = ['arrows', 'letters'] as const
export type KeymapPreset = (typeof keymapPresets)[number]

/** Key combinations by command. Plain data of the user, not of an image. */
export interface Keymap {
  preset: KeymapPreset
  /** The commands whose keys were changed, by id. No combination at all is a choice too. */
  keys: Readonly<Record<string, readonly string[]>>
}

/** Anything that keys can run: a command of the canvas or of the page around it. */
export interface Keyed {
  id: string
  /** Every combination that runs it, the one to show first. `Ctrl` is Command on a Mac. */
  keys: readonly string[]
  /** Overrides by preset. */
  presetKeys?: Partial<Record<KeymapPreset, readonly string[]>>
}

export const defaultKeymap: Keymap = { preset: 'arrows', keys: {} }

/** Combinations that have a meaning of their own in the canvas and cannot be given to a command. */
export const reservedKeys: readonly string[] = [
  'Space',
  'Escape',
  'Enter',
  'Tab',
  'Shift+Tab',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]

export function keysOf({ id, keys, presetKeys }: Keyed, keymap: Keymap): readonly string[] {
  return keymap.keys[id] ?? presetKeys?.[keymap.preset] ?? keys
}

/** The others in a table that a combination runs already: what a new key for `id` would take from. */
export function conflictsOf<Each extends Keyed>(
  table: readonly Each[],
  keymap: Keymap,
  { id, combination }: { id: string; combination: string },
): Each[] {
  return table.filter((each) => each.id !== id && keysOf(each, keymap).includes(combination))
}

/** The keymap with other keys for one command; null brings back those of the preset. */
export function remapped(keymap: Keymap, id: string, keys: readonly string[] | null): Keymap {
  const { [id]: _, ...others } = keymap.keys
  return { ...keymap, keys: keys === null ? others : { ...others, [id]: keys } }
}
