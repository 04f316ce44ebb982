import type { AutoLabelCreate, AutoLabelScope } from '@vermilion/contract/auto-label'

/** What is typed into the form of a run. */
export interface Typed {
  labeller?: string
  prompt: string
  mapping?: Record<string, string | null>
  coordinates: NonNullable<AutoLabelCreate['coordinates']>
  scope: AutoLabelScope['kind']
  threshold: number
}
