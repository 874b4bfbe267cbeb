/** A chase with choices: what was asked and said, what is known, and the bill. */

export interface Tool {
  id: string;
  title: string;
  command: string;
  today: string;
  seconds: number;
  load: string;
  blind: string;
  output: string;
  found: string[];
  /** The program that read the output; empty: none. */
  parser: string;
  /** A fact that must be known before, and what to do if it is not; empty: none. */
  needs: string;
  lacks: string;
  gives: string;
}
export interface Verdict {
  id: string;
  text: string;
  /** The tool that decides. */
  by: string;
  why: string;
  right: boolean;
}
export interface Story {
  tools: Tool[];
  facts: Record<string, string>;
  verdicts: Verdict[];
  shortest: string[];
  published: string[];
  /** What a wrong verdict costs (s). */
  penalty: number;
}
export interface Chase {
  asked: string[];
  said: string[];
}

export const EMPTY: Chase = { asked: [], said: [] };

export const tools = (story: Story, names: string[]): Tool[] =>
  names.flatMap((name) => story.tools.filter(({ id }) => id === name));

const knows = (story: Story, chase: Chase, fact: string): boolean =>
  !fact || tools(story, chase.asked).some(({ gives }) => gives === fact);

/** Why a tool cannot be asked yet; empty: it can. */
export const locked = (story: Story, chase: Chase, tool: Tool): string =>
  knows(story, chase, tool.needs) ? "" : tool.lacks;

export function ask(story: Story, chase: Chase, tool: Tool): Chase {
  if (chase.asked.includes(tool.id) || locked(story, chase, tool) || ended(story, chase)) return chase;
  return { ...chase, asked: [...chase.asked, tool.id] };
}

export function say(story: Story, chase: Chase, verdict: Verdict): Chase {
  if (chase.said.includes(verdict.id) || ended(story, chase)) return chase;
  return { ...chase, said: [...chase.said, verdict.id] };
}

const spoken = (story: Story, chase: Chase): Verdict[] =>
  chase.said.flatMap((name) => story.verdicts.filter(({ id }) => id === name));

export const wrong = (story: Story, chase: Chase): Verdict[] => spoken(story, chase).filter(({ right }) => !right);

/** The right verdict, once it was said. */
export const ended = (story: Story, chase: Chase): Verdict | undefined =>
  spoken(story, chase).find(({ right }) => right);

export const spent = (story: Story, names: string[]): number =>
  tools(story, names).reduce((sum, { seconds }) => sum + seconds, 0);

export const bill = (story: Story, chase: Chase): number =>
  spent(story, chase.asked) + story.penalty * wrong(story, chase).length;
