import type { Rollout } from '@vermilion/contract/rollouts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { FormInstance } from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { DeviceFields } from './device-fields.tsx'
import { HealthFields } from './health-fields.tsx'
import { PhaseFields } from './phase-fields.tsx'
import { RolloutSummary } from './rollout-summary.tsx'
import { creationText } from './text.ts'
import { newRollout, type HealthKind, type TypedRollout } from './typed-rollout.ts'

interface RolloutFormProps {
  title: string
  action: string
  initial: Partial<TypedRollout>
  modelId?: string
  submit: (typed: TypedRollout) => Promise<Rollout>
  onClose: () => void
  onCreated: (rollout: Rollout) => void
  onValuesChange?: (changed: Partial<TypedRollout>, form: FormInstance<TypedRollout>) => void
  children?: ReactNode
}

export function RolloutForm({ title, action, initial, modelId, children, ...props }: RolloutFormProps) {
  const t = useText(creationText)
  const [health, setHealth] = useState<HealthKind>('none')
  return (
    <FormDrawer<TypedRollout, Rollout>
      open
      width={560}
      title={title}
      action={action}
      failure={t('failed')}
      initial={{ ...newRollout, ...initial }}
      submit={props.submit}
      fieldOf={{ 'rollout.no-devices': 'deviceIds', 'artifact.not-found': 'artifactId' }}
      onValuesChange={(changed, form) => {
        if (changed.health !== undefined) setHealth(changed.health)
        props.onValuesChange?.(changed, form)
      }}
      renderSummary={(form) => <RolloutSummary form={form} modelId={modelId} />}
      onClose={props.onClose}
      onDone={(rollout) => {
        notify.success(t('done', { name: rollout.name }))
        void refresh('/rollouts', '/artifacts')
        props.onCreated(rollout)
      }}
    >
      {children}
      <DeviceFields />
      <HealthFields health={health} />
      <PhaseFields isModel={modelId !== undefined} />
    </FormDrawer>
  )
}
