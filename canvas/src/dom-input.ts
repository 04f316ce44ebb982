import type { Point } from '@vermilion/contract/labels/box'
import type { KeyInput, Modifiers, PointerInput, WheelInput } from './editor/input.ts'

const buttons = ['main', 'middle'] as const
/** CSS pixels per line and page, for browsers that report the wheel in these units. */
const WHEEL_UNITS = [1, 33, 400]

export function pointerInputOf(type: PointerInput['type'], event: PointerEvent, root: HTMLElement): PointerInput {
  return {
    type,
    at: pointIn(root, event),
    button: buttons[event.button] ?? 'other',
    touch: event.pointerType === 'touch',
    ...modifiersOf(event),
  }
}

export function wheelInputOf(event: WheelEvent, root: HTMLElement): WheelInput {
  const unit = WHEEL_UNITS[event.deltaMode] ?? 1
  return {
    type: 'wheel',
    at: pointIn(root, event),
    dx: event.deltaX * unit,
    dy: event.deltaY * unit,
    ...modifiersOf(event),
  }
}

export function keyInputOf(type: KeyInput['type'], event: KeyboardEvent): KeyInput {
  return { type, key: keyOf(event), repeat: event.repeat, ...modifiersOf(event) }
}

/** Key name as used by commands. Where an input method or Alt changes a letter or digit, the physical key counts. */
export function keyOf({ key, code, altKey }: Pick<KeyboardEvent, 'key' | 'code' | 'altKey'>): string {
  if (key === ' ') return 'Space'
  const foreign = key === 'Process' || key === 'Unidentified' || (key.length === 1 && (altKey || key > '~'))
  const [, letter] = /^(?:Key|Digit)(.)$/.exec(code) ?? []
  if (foreign && letter !== undefined) return letter.toLowerCase()
  return key.length === 1 ? key.toLowerCase() : key
}

function pointIn(root: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = root.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function modifiersOf({ shiftKey, ctrlKey, metaKey, altKey }: MouseEvent | KeyboardEvent): Modifiers {
  return { shift: shiftKey, ctrl: ctrlKey || metaKey, alt: altKey }
}
