/** The page's story with choices, as a function of what was asked and said. */
import type { JSX } from "preact";
import {
  bill,
  ended,
  locked,
  spent,
  tools,
  wrong,
  type Chase,
  type Story,
  type Tool,
  type Verdict,
} from "./story-state";

export interface Deeds {
  ask(tool: Tool): void;
  say(verdict: Verdict): void;
  again(): void;
}
interface Shown {
  story: Story;
  chase: Chase;
  deeds: Deeds;
}

function Choices({ story, chase, deeds }: Shown): JSX.Element {
  const over = Boolean(ended(story, chase));
  return (
    <ul class="st-tools" aria-label="Tools">
      {story.tools.map((tool) => {
        const why = locked(story, chase, tool);
        const isAsked = chase.asked.includes(tool.id);
        return (
          <li key={tool.id}>
            <button
              type="button"
              data-tool={tool.id}
              aria-disabled={Boolean(why) || isAsked || over}
              aria-describedby={`st-${tool.id}`}
              onClick={() => deeds.ask(tool)}
            >
              {tool.title}
            </button>
            <small id={`st-${tool.id}`}>{isAsked ? "asked" : why || `${tool.seconds} s · ${tool.load}`}</small>
          </li>
        );
      })}
    </ul>
  );
}

function Asked({ tool, number }: { tool: Tool; number: number }): JSX.Element {
  const title = `${number}. ${tool.title}`;
  return (
    <section class="st-asked" aria-label={title} tabIndex={-1} id={`asked-${tool.id}`}>
      <h4>{title}</h4>
      {tool.command ? (
        <p>
          <code>{tool.command}</code>
        </p>
      ) : null}
      <pre tabIndex={0} role="region" aria-label={`Output: ${tool.title}`}>
        {tool.output}
      </pre>
      <ul>
        {tool.found.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p class="st-blind">
        <b>It does not see:</b> {tool.blind}
      </p>
      <details>
        <summary>{tool.parser ? "Today's command, and the parser" : "Today's command"}</summary>
        <p>
          <code>{tool.today}</code>
        </p>
        {tool.parser ? (
          <pre tabIndex={0} role="region" aria-label={`Parser: ${tool.title}`}>
            {tool.parser}
          </pre>
        ) : null}
      </details>
    </section>
  );
}

function Verdicts({ story, chase, deeds }: Shown): JSX.Element {
  return (
    <details class="st-verdicts">
      <summary>I know what it is</summary>
      {story.verdicts.map((verdict) => (
        <button
          type="button"
          key={verdict.id}
          data-verdict={verdict.id}
          aria-disabled={chase.said.includes(verdict.id)}
          onClick={() => deeds.say(verdict)}
        >
          {verdict.text}
        </button>
      ))}
      <small>A wrong answer costs {story.penalty} s.</small>
    </details>
  );
}

const listed = (story: Story, names: string[]): string =>
  `${tools(story, names)
    .map(({ title }) => title)
    .join(" → ")} (${spent(story, names)} s)`;

function End({ story, chase, deeds, verdict }: Shown & { verdict: Verdict }): JSX.Element {
  const hasProof = chase.asked.includes(verdict.by);
  const proof = tools(story, [verdict.by])[0];
  const mistakes = wrong(story, chase).length;
  return (
    <section class="st-end" id="story-end" tabIndex={-1} aria-label="Verdict">
      <h4>{hasProof ? "That is it." : "That is it, but you cannot show it yet."}</h4>
      <p>
        {verdict.text} {hasProof ? verdict.why : `Only one tool proves it: ${proof?.title ?? ""}.`}
      </p>
      <p>
        You asked {chase.asked.length} of {story.tools.length} tools
        {mistakes ? `, were wrong ${mistakes === 1 ? "once" : `${mistakes} times`},` : ""} and spent{" "}
        <b>{bill(story, chase)} s</b>.
      </p>
      <p>The shortest way: {listed(story, story.shortest)}.</p>
      <p>The published way: {listed(story, story.published)}.</p>
      <button type="button" onClick={() => deeds.again()}>
        Begin again
      </button>
    </section>
  );
}

export function StoryPage(shown: Shown): JSX.Element {
  const { story, chase } = shown;
  const verdict = ended(story, chase);
  const asked = tools(story, chase.asked);
  const last = wrong(story, chase).at(-1);
  const facts = asked.flatMap(({ gives }) => (gives && story.facts[gives] ? [story.facts[gives]] : []));
  return (
    <div class="wtg-story">
      {asked.map((tool, place) => (
        <Asked tool={tool} number={place + 1} key={tool.id} />
      ))}
      <p class="st-heard" role="status" aria-live="polite">
        {asked.length ? `${bill(story, chase)} s. ${asked.at(-1)?.found.join(" ") ?? ""}` : ""}
      </p>
      {verdict ? <End {...shown} verdict={verdict} /> : null}
      <p class="st-bill">
        <b>{bill(story, chase)} s</b> spent, {asked.length} of {story.tools.length} tools asked.
        {facts.length ? ` You know: ${facts.join(" ")}` : ""}
      </p>
      <Choices {...shown} />
      {verdict ? null : <Verdicts {...shown} />}
      {last && !verdict ? (
        <p class="st-wrong" role="alert">
          {last.text} No. {last.why} ({tools(story, [last.by])[0]?.title ?? ""} shows it.)
        </p>
      ) : null}
    </div>
  );
}
