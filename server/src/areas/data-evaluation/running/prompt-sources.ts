type PromptSource = (fileId: string) => Promise<string | null>

export function createPromptSources() {
  const sources: PromptSource[] = []
  return {
    add: (source: PromptSource) => void sources.push(source),
    async of(fileId: string): Promise<string | null> {
      for (const source of sources) {
        const prompt = await source(fileId)
        if (prompt !== null) return prompt
      }
      return null
    },
  }
}

export type PromptSources = ReturnType<typeof createPromptSources>
