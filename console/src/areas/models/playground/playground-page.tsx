import type { Size } from '@vermilion/contract/detection/letterbox'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { type InferenceModel, isInferenceModel, isLora, type Model, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState, useId } from 'react'
import { DropZone, droppedFiles } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { Page, PageHeading, Panel } from '#ui/page/page.tsx'
import { addText } from '../add/text.ts'
import { ModelFacts } from '../list/model-facts.tsx'
import { markLabels } from '../report/label-marks.ts'
import { Threshold } from '../report/threshold.tsx'
import { TilesChoice } from '../tiles/tiles-field.tsx'
import { useRecommendedThreshold } from '../threshold/recommended-threshold.ts'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { addressOf } from '#lib/api.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import { ModelLink } from '#ui/page/thing-links.tsx'
import { ExamplePictures } from './example-pictures.tsx'
import { minConfidence, Outcome, tilesQuery } from './outcome.tsx'
import { type AskedPicture, PictureSource, usePictureFile } from './picture-source.tsx'
import styles from './playground.module.css'
import { playgroundText } from './text.ts'

export function PlaygroundPage() {
  const t = useText(playgroundText)
  const { id: modelId } = useParams({ from: '/shell/model/list/model/$id/try' })
  const model = useQuery(read(modelEndpoints.getModel, { params: { modelId } }))
  return (
    <ThingGate
      source={model}
      nameOf={({ name }) => name}
      below={{ to: `/model/list/model/${modelId}`, text: t('page') }}
      back={<Link to="/model/list">{t('models')}</Link>}
    >
      {(thing) => (isInferenceModel(thing) ? <Playground key={thing.id} model={thing} /> : <Elsewhere model={thing} />)}
    </ThingGate>
  )
}

function Elsewhere({ model }: { model: Exclude<Model, InferenceModel> }) {
  const t = useText(playgroundText)
  const added = useText(addText)
  const caption = isLora(model) ? t('lora') : t('elsewhere', { runtime: added(`runtime-${model.format}`) })
  return (
    <State fullPage title={t('notHere', { name: model.name })} text={caption}>
      <ModelLink id={model.id}>{t('toModel')}</ModelLink>
    </State>
  )
}

function Facts({ modelId }: { modelId: string }) {
  return (
    <span className="margin-0 text-secondary">
      <ModelFacts modelId={modelId} />
    </span>
  )
}

const usual = { view: 'found', hiddenLabels: new Set<string>(), images: 'all' } as const

function Playground({ model: { id, name, labels, datasetId } }: { model: InferenceModel }) {
  const t = useText(playgroundText)
  const [picture, setPicture] = useState<AskedPicture>()
  const recommended = useRecommendedThreshold(id)
  const [selected, setSelected] = useState<number>()
  const [tiles, setTiles] = useState<TileOptions | null>(null)
  const [size, setSize] = useState<Size>()
  const threshold = selected ?? Math.max(minConfidence, recommended.confidence)
  const selectFile = usePictureFile(setPicture)
  const marks = useMemo(() => markLabels(labels), [labels])
  useEffect(() => () => void (picture?.kind === 'file' && URL.revokeObjectURL(picture.address)), [picture])
  return (
    <Page>
      <DropZone
        text={t('dropNow')}
        takes
        onDrop={(transfer) => void droppedFiles(transfer).then(({ files }) => selectFile(files[0]?.file))}
      >
        <PageHeading title={t('pageOf', { name })} note={<Facts modelId={id} />}>
          <ModelLink id={id}>{t('toModel')}</ModelLink>
        </PageHeading>
        <Panel>
          <div className={`${styles['strip']} grid columns-1 align-start`}>
            <PictureSource onPicture={setPicture} />
            <ExamplePictures datasetId={datasetId} selected={picture} onPicture={setPicture} />
          </div>
        </Panel>
        <Panel title={t('result')}>
          <div className={`${styles['result']} grid columns-1 gap-12`}>
            <div className={`${styles['controls']} grid columns-1 gap-8 min-width-0`}>
              <Threshold
                display={{ ...usual, threshold }}
                onDisplay={(display) => setSelected(display.threshold)}
                minScore={minConfidence}
              />
              {recommended.text !== undefined && <p className="margin-0 text-secondary">{recommended.text}</p>}
              <TilesChoice modelId={id} pictures={size === undefined ? [] : [size]} value={tiles} onChange={setTiles} />
            </div>
            {picture === undefined ? (
              <p
                className={`${styles['waiting']} centered padding-16 border-dashed radius-8 text-secondary text-center`}
              >
                {t('hint')}
              </p>
            ) : (
              <Outcome
                modelId={id}
                picture={picture}
                tiles={tiles}
                threshold={threshold}
                marks={marks}
                onSize={setSize}
              />
            )}
          </div>
        </Panel>
        <CodePanel modelId={id} confidence={threshold} tiles={tiles} />
      </DropZone>
    </Page>
  )
}

interface CodePanelProps {
  modelId: string
  confidence: number
  tiles: TileOptions | null
}

function CodePanel({ modelId, confidence, tiles }: CodePanelProps) {
  const t = useText(playgroundText)
  const id = useId()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const address = addressOf(servingEndpoints.predict, {
    params: { modelId },
    query: { confidence, ...tilesQuery(tiles) },
  })
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
          tabs={snippetLanguages.map((key) => ({ key, text: t(key) }))}
          active={language}
          onTab={setLanguage}
        />
        <div id={panelId(id)} role="tabpanel" aria-labelledby={tabId(id, language)}>
          <Lines lines={snippets[language](address)} text={t('codeWords')} />
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
