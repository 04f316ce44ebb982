import type { FloorKind, SceneKind } from '@vermilion/contract/scenes'

interface Scene {
  readonly floors: readonly FloorKind[]
  readonly walls: readonly string[]
  readonly rug: number
}

export const scenes: Record<SceneKind, Scene> = {
  'living-room': {
    floors: ['wood', 'laminate', 'carpet'],
    walls: ['#e6dfd2', '#cfd6d2', '#d9c9b6', '#b9c4cc'],
    rug: 0.35,
  },
  kitchen: { floors: ['tile', 'laminate', 'marble'], walls: ['#eceae4', '#d5dfe0', '#e8dcc0'], rug: 0.1 },
  hallway: { floors: ['wood', 'marble', 'tile', 'laminate'], walls: ['#e9e5dd', '#c8c2b6', '#a9b3a6'], rug: 0.25 },
  workshop: { floors: ['concrete'], walls: ['#c9c9c6', '#b4b8ba', '#d6d1c6'], rug: 0 },
}
