import type { SceneItem } from '@vermilion/contract/generations/config'
import { type Service, serviceEndpoints } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import Modal from 'antd/es/modal'
import { type ReactNode } from 'react'
import { MissingService } from '#areas/settings'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { type ItemDraft, itemDraftEndpoints, maxDraftedItems } from '@vermilion/contract/generations/item-drafts'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { promptOf } from '@vermilion/contract/generations/plan'
import { say } from '@vermilion/contract/kernel/text'
import { useSystem } from '#lib/system.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { attempt, useAction } from '#ui/feedback/use-action.ts'
import { requiredText } from '#ui/form/rules.ts'
import { text } from './text.ts'
import styles from './description.module.css'

interface DescriptionDialogProps {
  workflow: string
  max: number
  onAdd: (items: SceneItem[]) => void
  onClose: () => void
}

export function DescriptionDialog({ workflow, max, onAdd, onClose }: DescriptionDialogProps) {
  const t = useText(text)
  const [draftId, setDraftId] = useStoredState<string>('item-draft')
  const services = useQuery(read(serviceEndpoints.listServices, {}))
  const chats = services.data?.filter(({ kind }) => kind === 'chat')
  return (
    <Modal open title={t('title')} onCancel={onClose} footer={null} width={680} centered zIndex={1100} destroyOnHidden>
      {draftId === null ? (
        <Begin chats={chats} problem={services.error} onRetry={() => void services.refetch()}>
          {(existing) => (
            <DescriptionForm workflow={workflow} max={max} services={existing} onStart={({ id }) => setDraftId(id)} />
          )}
        </Begin>
      ) : (
        <DraftProgress
          draftId={draftId}
          max={max}
          onAnother={() => setDraftId(null)}
          onAdd={(items) => {
            onAdd(items)
            setDraftId(null)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

interface BeginProps {
  chats: readonly Service[] | undefined
  problem: unknown
  onRetry: () => void
  children: (chats: readonly Service[]) => ReactNode
}

function Begin({ chats, problem, onRetry, children }: BeginProps) {
  if (problem !== null) return <ProblemState problem={problem} onRetry={onRetry} />
  if (chats === undefined) return <Bone height={160} />
  return chats.length === 0 ? <MissingService kind="chat" /> : children(chats)
}

interface Typed {
  description: string
  count: number
  serviceId: string
}

interface DescriptionFormProps {
  workflow: string
  max: number
  services: readonly Service[]
  onStart: (draft: ItemDraft) => void
}

function DescriptionForm({ workflow, max, services, onStart }: DescriptionFormProps) {
  const t = useText(text)
  const [isBusy, send] = useAction(async (typed: Typed) => {
    onStart(await call(itemDraftEndpoints.createItemDraft, { body: { ...typed, workflow } }))
  }, t('failed'))
  return (
    <Form<Typed>
      name="item-draft"
      layout="vertical"
      initialValues={{ count: Math.min(10, max), serviceId: services[0]?.id }}
      onFinish={(typed) => send(typed)}
    >
      <p className="margin-0-0-16 text-secondary">{t('words')}</p>
      <Form.Item name="description" label={t('description')} rules={[requiredText(t('description'))]}>
        <Input.TextArea rows={5} maxLength={8_000} placeholder={t('descriptionExample')} />
      </Form.Item>
      <div className={`${styles['row']} flex wrap gap-12`}>
        <Form.Item name="count" label={t('count')}>
          <NumberInput integer filled min={1} max={Math.min(max, maxDraftedItems)} />
        </Form.Item>
        <Form.Item name="serviceId" label={t('service')}>
          <Select options={services.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('write')}
      </Button>
    </Form>
  )
}

interface DraftProgressProps {
  draftId: string
  max: number
  onAdd: (items: SceneItem[]) => void
  onAnother: () => void
}

function DraftProgress({ draftId, max, onAdd, onAnother }: DraftProgressProps) {
  const t = useText(text)
  const draft = useQuery(read(itemDraftEndpoints.getItemDraft, { params: { draftId } }))
  const another = <Button onClick={onAnother}>{t('another')}</Button>
  if (draft.error !== null) {
    return (
      <>
        <ProblemState problem={draft.error} onRetry={() => void draft.refetch()} />
        {another}
      </>
    )
  }
  if (draft.data === undefined) return <Bone height={160} />
  const { items, description, endedAt } = draft.data
  return (
    <>
      <p className="margin-0-0-12 text-secondary white-space-pre-wrap break-anywhere">{description}</p>
      <DraftState draft={draft.data} />
      <ol
        className={`${styles['items']} max-height-260 margin-12-0-0 border radius-8 scroll`}
        hidden={items.length === 0}
      >
        {items.map((item, index) => (
          <li className="padding-6-12 border-bottom" key={index}>
            {promptOf(item)}
          </li>
        ))}
      </ol>
      <p className={`${styles['row']} flex wrap gap-12`}>
        {endedAt === null ? (
          <Button onClick={() => void stop(draftId, t('stopFailed'))}>{t('stop')}</Button>
        ) : (
          <>
            {another}
            {items.length > 0 && (
              <Button type="primary" onClick={() => onAdd(items.slice(0, max))}>
                {t('add', { count: Math.min(items.length, max) })}
              </Button>
            )}
          </>
        )}
      </p>
    </>
  )
}

function DraftState({ draft: { status, error, items, count, endedAt } }: { draft: ItemDraft }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  if (status === 'failed') {
    return <State title={t('failed')} text={error === null ? '' : say(error, language)} />
  }
  return (
    <div aria-live="polite">
      {t(status)} {t('progress', { done: items.length, total: count })}
      {endedAt === null && (
        <ProgressBar done={items.length} total={status === 'queuing' ? 0 : count} label={t(status)} />
      )}
    </div>
  )
}

function stop(draftId: string, failure: string): Promise<void> {
  return attempt(async () => {
    await call(itemDraftEndpoints.stopItemDraft, { params: { draftId } })
    await refresh('/item-drafts')
  }, failure)
}
