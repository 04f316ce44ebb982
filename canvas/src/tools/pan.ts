import type { Point } from '@vermilion/contract/labels/box'
import { nothingShown } from './tool.ts'
import type { Tool } from './tool.ts'

type PanState = { kind: 'idle' } | { kind: 'panning'; at: Point }

export const panTool: Tool<PanState> = {
  id: 'pan',
  start: () => ({ kind: 'idle' }),
  on(input, state, { view }) {
    if (state.kind === 'idle') return input.type === 'pointer-down' ? { kind: 'panning', at: input.at } : state
    switch (input.type) {
      case 'pointer-move':
        view.panBy(input.at.x - state.at.x, input.at.y - state.at.y)
        return { kind: 'panning', at: input.at }
      case 'pointer-up':
        return 'done'
      case 'cancel':
      case 'interrupt':
        return 'cancelled'
      default:
        return state
    }
  },
  cursor: (state) => (state.kind === 'panning' ? 'grabbing' : 'grab'),
  show: () => nothingShown,
}
