import { resolve, sep } from 'node:path'
import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import { isThere } from '../port/is-there.ts'
import { specProblems } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { resourceOf } from './job/accelerators.ts'
import { readPodTemplate } from './job/pod-template.ts'

export async function checkSpec(settings: KubernetesSettings, spec: RunSpec): Promise<string[]> {
  const matches = [...specProblems(spec), ...settingProblems(settings)]
  if (spec.image === undefined || spec.image === '') matches.push('a container needs an image')
  const { type, count = 0 } = spec.accelerators
  if (count > 0 && resourceOf(type) === undefined)
    matches.push(`the kind of accelerator ${type} is unknown: name its resource, such as nvidia.com/gpu`)
  for (const { source, target } of spec.mounts) {
    if (!(await isThere(source))) matches.push(`there is no folder ${source}`)
    if (target.includes(':')) matches.push(`the target ${target} holds a colon`)
  }
  return matches
}

function settingProblems(settings: KubernetesSettings): string[] {
  const { storage, sharedHere, sharedThere, claim, serverUrl, fetchImage, podTemplate } = settings
  const matches: string[] = []
  if (storage === 'fetched') {
    if (serverUrl === undefined) matches.push('the pool does not say where pods reach this server')
    if (fetchImage === undefined) matches.push('the pool names no image that fetches data')
  } else if (sharedHere === undefined || resolve(sharedHere) === sep) matches.push('the pool names no shared folder')
  if (storage === 'claim' && claim === undefined) matches.push('the pool names no volume claim')
  if (storage === 'host-path' && sharedThere === undefined)
    matches.push('the pool does not say where the nodes have the shared folder')
  try {
    readPodTemplate(podTemplate)
  } catch (error) {
    matches.push(error instanceof Error ? error.message : String(error))
  }
  return matches
}
