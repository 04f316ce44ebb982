/** Default key layouts: arrows and digits, or A and D under the left hand. */
export const keymapPresets = ['arrows', 'letters'] as const
export type KeymapPreset = (typeof keymapPresets)[number]

/** Key combinations by command. Plain data of the user, not of an image. */
export interface Keymap {
  preset: KeymapPreset
  /** Changed keys by command id. An empty list is a valid choice. */
  keys: Readonly<Record<string, readonly string[]>>
}

/** Anything triggered by keys, on the canvas or the page around it. */
export interface Keyed {
  id: string
  /** Key combinations, the displayed one first. `Ctrl` is Command on a Mac. */
  keys: readonly string[]
  presetKeys?: Partial<Record<KeymapPreset, readonly string[]>>
}

export const defaultKeymap: Keymap = { preset: 'arrows', keys: {} }

/** Combinations reserved by the canvas. */
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

export function conflictsOf<Each extends Keyed>(
  table: readonly Each[],
  keymap: Keymap,
  { id, combination }: { id: string; combination: string },
): Each[] {
  return table.filter((each) => each.id !== id && keysOf(each, keymap).includes(combination))
}

export function remapped(keymap: Keymap, id: string, keys: readonly string[] | null): Keymap {
  const { [id]: _, ...others } = keymap.keys
  return { ...keymap, keys: keys === null ? others : { ...others, [id]: keys } }
}
