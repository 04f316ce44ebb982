import type { AutoLabelCreate, AutoLabelScope } from '@vermilion/contract/auto-label'

export interface Typed {
  labeller?: string
  prompt: string
  mapping?: Record<string, string | null>
  coordinates: NonNullable<AutoLabelCreate['coordinates']>
  scope: AutoLabelScope['kind']
  threshold: number
}
