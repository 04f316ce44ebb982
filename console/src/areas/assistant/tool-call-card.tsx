import type { ToolCall, DraftForm } from '@vermilion/contract/assistant/messages'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import styles from './assistant.module.css'
import { text } from './text.ts'
import type { OpenConversation } from './use-conversation.ts'

const tones: Readonly<Record<ToolCall['status'], Tone>> = {
  waiting: 'warning',
  running: 'active',
  done: 'good',
  failed: 'bad',
  refused: 'neutral',
}

interface ToolCallCardProps {
  call: ToolCall
  conversation: OpenConversation
}

/** A tool call of the model. One that changes something shows its exact request and waits for an approval. */
export function ToolCallCard({ call, conversation }: ToolCallCardProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { status, writes, request, form, created, decidedBy, result } = call
  const title = localize(call.title, language)
  const heading = (
    <>
      <span className="grow min-width-0">{title}</span>
      <Status tone={tones[status]}>{t(status)}</Status>
    </>
  )
  const content = request?.body ?? call.arguments
  const details = (
    <>
      {writes && request !== null ? (
        <p className="hint break-anywhere">
          {t('effect')} <code>{`${request.method} ${request.path}`}</code>
        </p>
      ) : (
        <p className="hint break-anywhere">{t('arguments')}</p>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <pre className={styles['data']} tabIndex={0}>
        {JSON.stringify(content, null, 2)}
      </pre>
      {result !== '' && (
        <>
          <p className="hint break-anywhere">{t('result')}</p>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
          <pre className={styles['data']} tabIndex={0}>
            {result}
          </pre>
        </>
      )}
    </>
  )
  if (!writes) {
    return (
      <div>
        <details className={styles['call']}>
          <summary className="row note gap-8 cursor-pointer" style={{ padding: '2px 0' }}>
            {heading}
          </summary>
          {details}
        </details>
        {form !== null && <FormLink call={call} form={form} />}
      </div>
    )
  }
  return (
    <section
      className={`${styles['card']} stack gap-8 padding-10-12 border-strong radius-8`}
      aria-label={title}
      data-waiting={status === 'waiting'}
    >
      <div className="flex gap-8 align-flex-start weight-600">{heading}</div>
      {details}
      {status === 'waiting' && (
        <div className="flex gap-8">
          <Button type="primary" disabled={conversation.busy} onClick={() => void conversation.decide(call.id, true)}>
            {t('approve')}
          </Button>
          <Button disabled={conversation.busy} onClick={() => void conversation.decide(call.id, false)}>
            {t('refuse')}
          </Button>
        </div>
      )}
      {decidedBy !== null && status === 'done' && (
        <p className="hint break-anywhere">{t('approvedBy', { name: decidedBy })}</p>
      )}
      {created?.kind === 'task' && <TaskLink id={created.id}>{t('openTask')}</TaskLink>}
    </section>
  )
}

function FormLink({ call, form }: { call: ToolCall; form: DraftForm }) {
  const t = useText(text)
  const { id: draft, arguments: values } = call
  const message = t('openForm')
  if (form === 'training') {
    return (
      <Link to="/compute/tasks" search={{ create: true, draft }}>
        {message}
      </Link>
    )
  }
  if (form === 'rollout') {
    return (
      <Link to="/board/rollouts" search={{ create: true, draft }}>
        {message}
      </Link>
    )
  }
  return (
    <Link
      to="/space/list/file/$id/generations"
      params={{ id: String(values['spaceId']) }}
      search={{ create: true, draft }}
    >
      {message}
    </Link>
  )
}
