import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { AutoLabelCreate, AutoLabelScope } from '@vermilion/contract/auto-label'

export interface Typed {
  labeller?: string
  prompt: string
  mapping?: Record<string, string | null>
  coordinates: NonNullable<AutoLabelCreate['coordinates']>
  scope: AutoLabelScope['kind']
  tiles: TileOptions | null
  threshold: number
}
