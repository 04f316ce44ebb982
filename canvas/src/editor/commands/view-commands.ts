import { noAdjustments } from '../appearance.ts'
import { always } from './command.ts'
import type { Command, Commanded } from './command.ts'

const ZOOM_STEP = 1.25

export const viewCommands = [
  {
    id: 'hide',
    group: 'view',
    keys: ['h'],
    enabled: always,
    pressed: ({ appearance }) => appearance.look().bare,
    run: toggleHidden,
    amidGesture: true,
  },
  {
    id: 'zoom-in',
    group: 'view',
    keys: ['+', '=', 'Ctrl+=', 'Ctrl++'],
    enabled: always,
    run: (editor) => zoom(editor, ZOOM_STEP),
    amidGesture: true,
  },
  {
    id: 'zoom-out',
    group: 'view',
    keys: ['-', 'Ctrl+-'],
    enabled: always,
    run: (editor) => zoom(editor, 1 / ZOOM_STEP),
    amidGesture: true,
  },
  {
    id: 'zoom-fit',
    group: 'view',
    keys: ['Ctrl+0', 'z'],
    enabled: always,
    run: ({ view }) => view.fit(),
    amidGesture: true,
  },
  {
    id: 'zoom-actual',
    group: 'view',
    keys: ['Shift+z'],
    enabled: always,
    run: ({ view }) => view.actualSize(),
    amidGesture: true,
  },
  {
    id: 'toggle-crosshair',
    group: 'view',
    keys: ['c'],
    enabled: always,
    pressed: ({ settings }) => settings.get().crosshair,
    run: ({ settings }) => settings.set({ crosshair: !settings.get().crosshair }),
    amidGesture: true,
  },
  {
    id: 'reset-adjustments',
    group: 'view',
    keys: ['Shift+c'],
    enabled: always,
    run: ({ appearance }) => appearance.adjust(noAdjustments),
    amidGesture: true,
  },
] as const satisfies readonly Command[]

/** Hides the selection; without one, shows everything or hides all. */
function toggleHidden({ selection, appearance }: Commanded): void {
  const { bare, hiddenShapes } = appearance.look()
  if (selection.ids().size > 0) {
    appearance.setShapesHidden(selection.ids(), true)
    selection.clear()
  } else if (hiddenShapes.size > 0) appearance.setShapesHidden(hiddenShapes, false)
  else appearance.setBare(!bare)
}

function zoom({ view, pointer }: Commanded, factor: number): void {
  const { width, height } = view.frame()
  view.zoomAt(pointer() ?? { x: width / 2, y: height / 2 }, factor)
}
