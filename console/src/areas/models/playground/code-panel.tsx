import { servingEndpoints } from '@vermilion/contract/models/serving'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Panel } from '#ui/page/page.tsx'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import styles from './playground.module.css'
import { type SnippetLanguage, snippetLanguages, snippets } from './snippets.ts'
import { playgroundText } from './text.ts'

export function CodePanel({ modelId, confidence }: { modelId: string; confidence: number }) {
  const t = useText(playgroundText)
  const id = useId()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const address = addressOf(servingEndpoints.predict, { params: { modelId }, query: { confidence } })
  return (
    <Panel>
      <details className={`${styles['code']} relative`}>
        <summary className="weight-600 cursor-pointer">{t('code')}</summary>
        <Link className="absolute top-0 right-0" to="/settings/account">
          {t('tokens')}
        </Link>
        <TabBar
          id={id}
          label={t('code')}
          tabs={snippetLanguages.map((key) => ({ key, words: t(key) }))}
          active={language}
          onTab={setLanguage}
        />
        <div id={panelId(id)} role="tabpanel" aria-labelledby={tabId(id, language)}>
          <Lines lines={snippets[language](address)} words={t('codeWords')} />
        </div>
      </details>
    </Panel>
  )
}
