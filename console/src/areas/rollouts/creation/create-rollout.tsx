import { rolloutCreate } from '@vermilion/contract/rollouts/creation'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { type Artifact, artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import { type Rollout, rolloutEndpoints } from '@vermilion/contract/rollouts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import dayjs from 'dayjs'
import type { z } from 'zod'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { useDraftCall } from '#ui/assistant/use-draft-call.ts'
import { read } from '#lib/query.ts'
import { propose } from '#ui/form/form-fields.ts'
import { required } from '#ui/form/rules.ts'
import { text } from '../text.ts'
import { RolloutForm } from './rollout-form.tsx'
import { creationText } from './text.ts'
import { rolloutBody } from './typed-rollout.ts'

interface CreateRolloutProps {
  artifactId?: string | undefined
  deviceIds: string[]
  draft?: string | undefined
  onClose: () => void
  onCreated: (rollout: Rollout) => void
}

const draftFields = rolloutCreate.pick({ name: true, artifactId: true, devices: true })

function typedDraft(draft: z.output<typeof draftFields> | undefined) {
  if (draft === undefined) return {}
  const { name, artifactId, devices } = draft
  return { name, artifactId, deviceIds: devices.deviceIds, group: devices.group ?? '', tags: devices.tags }
}

const onlyOne = (things: readonly { id: string }[] | undefined) => (things?.length === 1 ? things[0]?.id : undefined)

function onlyArtifact(artifacts: readonly Artifact[] = []): string | undefined {
  const [newest] = artifacts
  const isSame = (other: Artifact) =>
    other.name === newest?.name && other.kind === newest.kind && other.compatible === newest.compatible
  return artifacts.every(isSame) ? newest?.id : undefined
}

export function CreateRollout({ artifactId, deviceIds, draft, onClose, onCreated }: CreateRolloutProps) {
  const t = useText(creationText)
  const texts = useText(text)
  const artifacts = useQuery(read(artifactEndpoints.listArtifacts, { query: { limit: 500 } }))
  const devices = useQuery(read(deviceEndpoints.listDevices, { query: { limit: 500 } }))
  const nameOf = (id: string | undefined) => {
    const match = artifacts.data?.items.find((artifact) => artifact.id === id)
    return match === undefined ? '' : `${match.name} ${match.version} ${dayjs().format('MM-DD HH:mm')}`
  }
  const filling = useDraftCall(draft)
  const drafted = filling.data?.form === 'rollout' ? draftFields.safeParse(filling.data.arguments).data : undefined
  if (draft !== undefined && filling.isPending) return null
  // The form reads its initial values once, so its defaults must be loaded first.
  if (artifacts.isPending || devices.isPending) return null
  const proposed = artifactId ?? onlyArtifact(artifacts.data?.items)
  const onlyDevice = onlyOne(devices.data?.items)
  return (
    <RolloutForm
      title={t('title')}
      action={t('create')}
      initial={{
        deviceIds: deviceIds.length === 0 && onlyDevice !== undefined ? [onlyDevice] : deviceIds,
        name: nameOf(proposed),
        ...(proposed !== undefined && { artifactId: proposed }),
        ...typedDraft(drafted),
      }}
      submit={(typed) =>
        call(rolloutEndpoints.createRollout, { body: { ...rolloutBody(typed), artifactId: typed.artifactId } })
      }
      onClose={onClose}
      onCreated={onCreated}
      onValuesChange={({ artifactId: selected }, form) => {
        if (selected !== undefined) propose(form, 'name', nameOf(selected))
      }}
    >
      <Form.Item
        name="artifactId"
        label={t('artifact')}
        rules={[required(t('artifactMissing'))]}
        extra={
          artifacts.data?.items.length === 0 && (
            <Link to="/board/artifacts" search={{ add: true }}>
              {t('addArtifact')}
            </Link>
          )
        }
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('artifactMissing')}
          options={
            artifacts.data?.items.map(({ id, name, version, kind }) => ({
              value: id,
              label: `${name} ${version} · ${texts(kind)}`,
            })) ?? []
          }
        />
      </Form.Item>
    </RolloutForm>
  )
}
