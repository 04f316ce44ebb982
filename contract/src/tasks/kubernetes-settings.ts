import { z } from 'zod'
import { absolutePath } from '../kernel/fields.ts'
import { hinted } from '../kernel/form.ts'
import type { FieldHints } from '../kernel/form.ts'

/** Names of Kubernetes objects: RFC 1123 subdomains. */
const objectName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/)
const label = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?=[A-Za-z0-9._-]*$/

const byKubeconfig: FieldHints = { 'x-when': { connection: ['kubeconfig'] } }
const byFolder: FieldHints = { 'x-required': true, examples: ['/mnt/vermilion'] }
const byFetching: FieldHints = { 'x-when': { storage: ['fetched'] }, 'x-required': true }

/** Settings of a pool that runs its tasks as Jobs of a Kubernetes cluster, 1.27 or later. */
export const kubernetesSettings = z.object({
  connection: z.enum(['kubeconfig', 'in-cluster']).default('kubeconfig'),
  kubeconfig: hinted(z.string().min(1).max(200_000), {
    ...byKubeconfig,
    writeOnly: true,
    'x-required': true,
    'x-lines': true,
  }).nullish(),
  /** The current context of the kubeconfig where empty. */
  context: hinted(z.string().trim().max(253), { ...byKubeconfig, examples: ['training'] }).optional(),
  namespace: hinted(objectName.max(63), { examples: ['vermilion'] }).default('default'),
  storage: z.enum(['fetched', 'claim', 'host-path']).default('fetched'),
  /** The shared folder as this server sees it. */
  sharedHere: hinted(absolutePath, { ...byFolder, 'x-when': { storage: ['claim', 'host-path'] } }).optional(),
  claim: hinted(objectName, {
    'x-when': { storage: ['claim'] },
    'x-required': true,
    examples: ['vermilion-data'],
  }).optional(),
  /** The shared folder as the nodes see it. */
  sharedThere: hinted(absolutePath, { ...byFolder, 'x-when': { storage: ['host-path'] } }).optional(),
  /** The address at which pods reach this server. */
  serverUrl: z
    .url({ protocol: /^https?$/ })
    .meta({ ...byFetching, examples: ['http://vermilion.example.com:7860'], format: 'uri' })
    .optional(),
  /** An image with Node 18 or later, whose program fetches data and sends results. */
  fetchImage: hinted(z.string().trim().min(1).max(500), { ...byFetching, examples: ['node:24-slim'] }).optional(),
  /** A volume in which fetched data is kept for the next task. */
  cacheClaim: hinted(objectName, { 'x-when': { storage: ['fetched'] } }).optional(),
  serviceAccount: objectName.optional(),
  /** Comma-separated names of Secrets. */
  pullSecrets: z.string().trim().max(1_000).optional(),
  priorityClass: objectName.optional(),
  /** A Kueue LocalQueue: Jobs are created suspended with its label. */
  queue: objectName.max(63).optional(),
  runtimeClass: objectName.optional(),
  /** Comma-separated `key=value`. */
  nodeSelector: hinted(
    z
      .string()
      .trim()
      .max(2_000)
      .refine((text) => text === '' || text.split(',').every((part) => label.test(part.trim()))),
    { examples: ['accelerator=a100, zone=b'] },
  ).optional(),
  /** A PodTemplateSpec as YAML or JSON, for volumes, tolerations, host IPC, shared memory. Checked before use. */
  podTemplate: hinted(z.string().max(50_000), { 'x-lines': true }).optional(),
})
export type KubernetesSettings = z.output<typeof kubernetesSettings>
