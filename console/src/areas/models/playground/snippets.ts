export const snippetLanguages = ['curl', 'python', 'javascript'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

/** Sample programs that send `picture.jpg` to a model. They read the token from the environment; addresses need no quoting. */
export const snippets: Readonly<Record<SnippetLanguage, (address: string) => string[]>> = {
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
