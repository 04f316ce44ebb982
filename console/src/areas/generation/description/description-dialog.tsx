import type { SceneItem } from '@vermilion/contract/generations/config'
import { type Service, serviceEndpoints } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { MissingService } from '#areas/settings'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { DescriptionForm } from './description-form.tsx'
import { DraftProgress } from './draft-progress.tsx'
import { text } from './text.ts'

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
