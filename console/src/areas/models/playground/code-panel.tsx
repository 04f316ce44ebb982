import { servingEndpoints } from '@vermilion/contract/models/serving'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Panel } from '#ui/page/page.tsx'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import styles from './playground.module.css'
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

const snippetLanguages = ['curl', 'python', 'javascript'] as const

type SnippetLanguage = (typeof snippetLanguages)[number]

/** Sample programs that send `picture.jpg` to a model. They read the token from the environment; addresses need no quoting. */
const snippets: Readonly<Record<SnippetLanguage, (address: string) => string[]>> = {
  curl: (address) => [
    `curl -H "Authorization: Bearer $VERMILION_TOKEN" \\`,
    `  -F image=@picture.jpg \\`,
    `  "${address}"`,
  ],
  python: (address) => [
    `import os, requests`,
    ``,
    `with open("picture.jpg", "rb") as picture:`,
    `    response = requests.post(`,
    `        "${address}",`,
    `        headers={"Authorization": f"Bearer {os.environ['VERMILION_TOKEN']}"},`,
    `        files={"image": picture},`,
    `        timeout=60,`,
    `    )`,
    `response.raise_for_status()`,
    `for found in response.json()["data"]["predictions"]:`,
    `    print(found["label"], found["score"], found.get("box"))`,
  ],
  javascript: (address) => [
    `import { openAsBlob } from 'node:fs'`,
    ``,
    `const response = await fetch('${address}', {`,
    `  method: 'POST',`,
    '  headers: { authorization: `Bearer ${process.env.VERMILION_TOKEN}` },',
    `  body: await openAsBlob('picture.jpg', { type: 'image/jpeg' }),`,
    `})`,
    `const { code, message, data } = await response.json()`,
    `if (code !== 200) throw new Error(message)`,
    `for (const { label, score, box } of data.predictions) console.log(label, score, box)`,
  ],
}
