import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, id, name, text, time } from './kernel/fields.ts'
import { listQuery, pageOf, pageQuery } from './kernel/page.ts'
import { artifactKinds } from './rollouts/artifact-kinds.ts'
import { maxRolloutDevices, rolloutCreate, rolloutOptions, waitSeconds } from './rollouts/creation.ts'
import { rolloutDevice, rolloutDeviceStatuses, rolloutLogLine } from './rollouts/devices.ts'
import { installation } from './rollouts/installations.ts'
import { rolloutPreview, rolloutPreviewInput } from './rollouts/previews.ts'

export const rolloutStatuses = [
  'draft',
  'running',
  'paused',
  'rolling-back',
  'success',
  'failed',
  'aborted',
  'rolled-back',
] as const
export type RolloutStatus = (typeof rolloutStatuses)[number]

export const rolloutPhase = z.object({
  devices: count,
  waitSeconds,
  isCanary: z.boolean(),
  succeeded: count,
  failed: count,
  ended: count,
  doneAt: time.nullable(),
})

export const rollout = z.object({
  id,
  name,
  artifactId: id,
  artifactKind: z.enum(artifactKinds),
  artifactName: z.string(),
  artifactVersion: z.string(),
  artifactSize: bytes,
  modelId: id.nullable(),
  status: z.enum(rolloutStatuses),
  reason: text.nullable(),
  options: rolloutOptions,
  devices: count,
  counts: z.record(z.enum(rolloutDeviceStatuses), count),
  failures: count,
  phases: z.array(rolloutPhase),
  phase: count,
  waitsUntil: time.nullable(),
  creator: z.string(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  updatedAt: time,
})
export type Rollout = z.output<typeof rollout>

export const rolloutActions = [
  'created',
  'started',
  'paused',
  'resumed',
  'aborted',
  'rolled-back',
  'retried',
  'ended',
] as const
export const rolloutRecord = z.object({
  at: time,
  action: z.enum(rolloutActions),
  account: z.string().nullable(),
  detail: z.string(),
})
export type RolloutRecord = z.output<typeof rolloutRecord>

export const rolloutSorts = ['name', 'status', 'createdAt'] as const

const action = <const Path extends string>(path: Path, summary: { en: string; zh: string }) =>
  endpoint('POST', path, {
    summary,
    answer: rollout,
    errors: ['rollout.not-found', 'rollout.wrong-status'],
  })

export const rolloutEndpoints = {
  listRollouts: endpoint('GET', '/rollouts', {
    summary: { en: 'Rollouts, newest first unless sorted otherwise', zh: '发布，默认最新的在前' },
    query: listQuery(rolloutSorts).extend({
      status: z.enum(rolloutStatuses).optional(),
      artifactId: id.optional(),
      modelId: id.optional(),
    }),
    answer: pageOf(rollout),
  }),
  createRollout: endpoint('POST', '/rollouts', {
    summary: { en: 'Install an artifact on devices, phase by phase', zh: '将制品分阶段安装到设备' },
    body: rolloutCreate,
    answer: rollout,
    errors: ['artifact.not-found', 'rollout.no-devices', 'device.not-found'],
  }),
  previewRollout: endpoint('POST', '/rollouts/preview', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'Which devices a rollout would go to, whether they are online, and what they have of the artifact',
      zh: '预览发布：会更新哪些设备、是否在线、目前的版本',
    },
    body: rolloutPreviewInput,
    answer: rolloutPreview,
    errors: ['artifact.not-found', 'model.not-found', 'model.not-runnable', 'rollout.no-devices', 'device.not-found'],
  }),
  getRollout: endpoint('GET', '/rollouts/:rolloutId', {
    summary: { en: 'One rollout', zh: '一次发布' },
    answer: rollout,
    errors: ['rollout.not-found'],
  }),
  deleteRollout: endpoint('DELETE', '/rollouts/:rolloutId', {
    summary: { en: 'Delete a rollout that is a draft or over', zh: '删除草稿或已结束的发布' },
    answer: z.object({}),
    errors: ['rollout.not-found', 'rollout.wrong-status'],
  }),
  startRollout: action('/rollouts/:rolloutId/start', { en: 'Begin with a draft', zh: '开始草稿状态的发布' }),
  pauseRollout: action('/rollouts/:rolloutId/pause', {
    en: 'Begin with no further device; installs under way go to their end',
    zh: '不再开始新的设备；进行中的安装会完成',
  }),
  resumeRollout: action('/rollouts/:rolloutId/resume', { en: 'Go on with a paused rollout', zh: '继续已暂停的发布' }),
  abortRollout: action('/rollouts/:rolloutId/abort', {
    en: 'End a rollout; installs under way go to their end, what is installed stays',
    zh: '终止发布；进行中的安装会完成，已安装的保留',
  }),
  retryRollout: action('/rollouts/:rolloutId/retry', {
    en: 'Try the devices again that failed or were rolled back for it',
    zh: '重试失败或因失败而回滚的设备',
  }),
  rollBackRollout: endpoint('POST', '/rollouts/:rolloutId/roll-back', {
    summary: {
      en: 'Bring devices that were updated, all or some, back to the version before',
      zh: '将已更新的设备（全部或部分）恢复到之前的版本',
    },
    body: z.object({ deviceIds: z.array(id).max(maxRolloutDevices).default([]) }),
    answer: rollout,
    errors: ['rollout.not-found', 'rollout.wrong-status', 'rollout.nothing-to-roll-back'],
  }),
  listRolloutDevices: endpoint('GET', '/rollouts/:rolloutId/devices', {
    summary: { en: 'Devices of a rollout, in the order of their phases', zh: '发布中的设备，按阶段排序' },
    query: pageQuery.extend({ status: z.enum(rolloutDeviceStatuses).optional() }),
    answer: pageOf(rolloutDevice),
    errors: ['rollout.not-found'],
  }),
  rolloutLog: endpoint('GET', '/rollouts/:rolloutId/devices/:deviceId/log', {
    summary: {
      en: 'What happened on a device in a rollout, the latest thousand lines',
      zh: '某设备在发布中的日志（最近一千行）',
    },
    answer: z.array(rolloutLogLine),
    errors: ['rollout.not-found'],
  }),
  listRolloutRecords: endpoint('GET', '/rollouts/:rolloutId/records', {
    summary: { en: 'Who did what with a rollout, newest first', zh: '发布的操作记录，最新的在前' },
    answer: z.array(rolloutRecord),
    errors: ['rollout.not-found'],
  }),
  deviceInstallations: endpoint('GET', '/devices/:deviceId/installations', {
    summary: { en: 'What rollouts installed on a device', zh: '通过发布安装到设备上的内容' },
    answer: z.array(installation),
    errors: ['device.not-found'],
  }),
  deviceRollouts: endpoint('GET', '/devices/:deviceId/rollouts', {
    summary: { en: 'Rollouts of a device, newest first', zh: '设备参与的发布，最新的在前' },
    query: pageQuery,
    answer: pageOf(
      rolloutDevice.extend({ rolloutName: z.string(), artifactName: z.string(), artifactVersion: z.string() }),
    ),
    errors: ['device.not-found'],
  }),
  deployModel: endpoint('POST', '/models/:modelId/deployments', {
    summary: {
      en: 'Place a model on devices, as a rollout of its package',
      zh: '将模型部署到设备（以模型包的形式发布）',
    },
    body: rolloutCreate.omit({ artifactId: true }),
    answer: rollout,
    errors: ['model.not-found', 'model.not-runnable', 'rollout.no-devices', 'device.not-found'],
  }),
  modelDeployments: endpoint('GET', '/models/:modelId/deployments', {
    summary: { en: 'Devices on which a model is in use', zh: '正在使用该模型的设备' },
    answer: z.array(installation),
    errors: ['model.not-found'],
  }),
} as const
