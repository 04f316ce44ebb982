import { type Generation, generationEndpoints } from '@vermilion/contract/generations'
import { type GenerationConfig, generationConfig } from '@vermilion/contract/generations/config'
import type { Workflow } from '@vermilion/contract/generations/engines'
import type { Space } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { assistantEndpoints } from '@vermilion/contract/assistant'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { touched } from '../actions/stop-generation.ts'
import { ConfigFields } from './config-fields.tsx'
import { configOf, newConfig, newLora, type TypedGeneration, typedOf } from './form-values.ts'
import { text } from './text.ts'
import { readCapabilities, useStoredWorkflow } from './use-capabilities.ts'

interface CreateGenerationProps {
  space: Space
  like: string | undefined
  draft: string | undefined
  workflow: string | undefined
  lora: string | undefined
  onClose: () => void
  onCreated: (generation: Generation) => void
}

export function CreateGeneration(props: CreateGenerationProps) {
  const { like, draft } = props
  const t = useText(text)
  // Imported workflows are shared, and no event reports their changes.
  const workflows = useQuery({ ...read(generationEndpoints.listWorkflows, {}), staleTime: 0 })
  const params = { generationId: like ?? '' }
  const model = useQuery({ ...read(generationEndpoints.getGeneration, { params }), enabled: like !== undefined })
  const filling = useQuery({
    queryKey: ['/drafted-generation', { params: { callId: draft } }] as const,
    queryFn: ({ signal }) => readDraftedConfig(draft ?? '', signal),
    enabled: draft !== undefined,
  })
  const version = model.data?.workflowVersion ?? null
  const stored = useStoredWorkflow(version)
  if (workflows.isPending || (like !== undefined && model.isPending)) return null
  if (version !== null && stored.isPending) return null
  if (draft !== undefined && filling.isPending) return null
  const problem = workflows.error ?? model.error ?? filling.error
  const retry = () => void Promise.all([workflows.refetch(), ...(like === undefined ? [] : [model.refetch()])])
  const hasWorkflows = (workflows.data ?? []).length > 0
  return (
    // A form reads its initial values once; a further workflow, as after an import, keeps the typed ones.
    <GenerationForm
      key={`${hasWorkflows} ${model.data?.id}`}
      {...props}
      workflows={workflows.data ?? []}
      config={
        model.data === undefined ? (filling.data ?? undefined) : { ...model.data.config, workflowVersion: version }
      }
    >
      {like !== undefined && model.data === undefined && <p>{t('likeMissing')}</p>}
      {problem !== null && <PartialStrip problem={problem} onRetry={retry} />}
    </GenerationForm>
  )
}

interface GenerationFormProps extends CreateGenerationProps {
  workflows: readonly Workflow[]
  config: GenerationConfig | undefined
  children: ReactNode
}

const fieldOf = {
  'generation.workflow-missing': 'workflow',
  'generation.side': 'width',
  'generation.empty-items': 'items',
  'generation.word-unknown': 'items',
  'generation.no-depth-maps': 'depthReference.spaceId',
  'generation.score-model-missing': 'score.model',
  'file.not-found': 'styleImage.fileId',
} as const

function GenerationForm(props: GenerationFormProps) {
  const { space, like, draft, lora, workflows, config, onClose, onCreated, children } = props
  const t = useText(text)
  const zone = useSystem((system) => system.zone)
  const [first] = workflows
  const [initial] = useState(() => {
    const time = formatTime(Date.now(), zone).slice(0, 16).replace(':', '.')
    if (config !== undefined) return typedOf(config, space.id)
    const starting = workflows.find(({ id }) => id === props.workflow) ?? first
    if (starting === undefined) return {}
    const loras = lora === undefined ? [] : [{ ...newLora, name: lora }]
    return typedOf({ ...newConfig(starting, t('proposedName', { time })), loras }, space.id)
  })
  const submit = async (typed: TypedGeneration) => {
    if (first === undefined) throw new Error(t('loadFailed'))
    const body = configOf(typed, await readCapabilities(typed, { workflows, first }))
    return call(generationEndpoints.createGeneration, { params: { spaceId: space.id }, body })
  }
  return (
    <FormDrawer<TypedGeneration, Generation>
      draft={
        like !== undefined
          ? `generation-like-${like}`
          : draft !== undefined || lora !== undefined
            ? `generation-${draft ?? `lora-${lora}`}`
            : 'generation'
      }
      open
      width={1120}
      title={config === undefined || draft !== undefined ? t('title') : t('likeTitle', { name: config.name })}
      action={t('generate')}
      failure={t('failed')}
      initial={initial}
      submit={submit}
      fieldOf={fieldOf}
      onClose={onClose}
      onDone={(generation) => {
        notify.success(t('started'))
        void refresh(...touched)
        onCreated(generation)
      }}
    >
      {children}
      {first !== undefined && <ConfigFields workflows={workflows} first={first} spaceId={space.id} />}
    </FormDrawer>
  )
}

async function readDraftedConfig(callId: string, signal: AbortSignal): Promise<GenerationConfig | null> {
  const { form, arguments: values } = await call(assistantEndpoints.getToolCall, { params: { callId } }, { signal })
  return form === 'generation' ? (generationConfig.safeParse(values['config']).data ?? null) : null
}
