import { assistantEndpoints } from '@vermilion/contract/assistant'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import styles from './assistant.module.css'
import { text } from './text.ts'

export function SentRequestView({ messageId }: { messageId: string }) {
  const t = useText(text)
  const sent = useQuery({ ...read(assistantEndpoints.getSentRequest, { params: { messageId } }), staleTime: 0 })
  if (sent.error !== null) return <ProblemState problem={sent.error} onRetry={() => void sent.refetch()} />
  if (sent.isPending) return null
  if (sent.data === null) return <p className="hint break-anywhere">{t('sentNothing')}</p>
  const { service, model, address, redactions, messages, tools } = sent.data
  return (
    <section className="stack gap-6" aria-label={t('sentTitle')}>
      <p className="hint break-anywhere">
        {t('sentTo', { service, model, address })} · {t('sentRedactions', { count: redactions })}
      </p>
      {messages.map(({ role, content }, index) => (
        <div key={index}>
          <strong className="hint break-anywhere">{role}</strong>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
          <pre className={styles['data']} tabIndex={0}>
            {content}
          </pre>
        </div>
      ))}
      <p className="hint break-anywhere">{t('sentTools', { tools: tools.join(', ') })}</p>
    </section>
  )
}
