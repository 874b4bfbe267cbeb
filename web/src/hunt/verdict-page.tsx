/** What a hunt comes to: what was broken, what proves it, and what it is worth. */
import type { JSX } from "preact";
import { summary, type Scores } from "./kept";
import type { Verdict } from "./view";

/** Words in which `code` is marked as in Markdown. */
function Words({ text }: { text: string }): JSX.Element {
  const parts = text.split("`");
  return <>{parts.map((part, place) => (place % 2 ? <code key={place}>{part}</code> : part))}</>;
}

function Lines({ title, lines }: { title: string; lines: string[] }): JSX.Element {
  return (
    <figure class="hu-lines">
      <figcaption>{title}</figcaption>
      <pre tabIndex={0} translate={false} aria-label={title}>
        {lines.join("\n")}
      </pre>
    </figure>
  );
}

export function Conclusion({
  verdict,
  scores,
  deeds,
}: {
  verdict: Verdict;
  scores: Scores;
  deeds: { begin(): void };
}): JSX.Element {
  const { right, shown, points, fault, said, instead, server, oddity, proof, way, spent } = verdict;
  return (
    <section class="hu-verdict" data-right={right} aria-label="The verdict">
      <h3 tabIndex={-1}>
        {right ? "Right" : "Wrong. It was this"}: {fault}. {points} points.
      </h3>
      {right ? null : (
        <p>
          You said: {said}. Then <code translate={false}>{instead.command}</code> would show this:{" "}
          <Words text={instead.words} />
        </p>
      )}
      {right && !shown ? <p>No probe that you asked shows it: a guess earns a fifth.</p> : null}
      <p>
        The server has {server}. {oddity.charAt(0).toUpperCase()}
        {oddity.slice(1)}: that was so before, and does no harm.
      </p>
      <p>
        <Words text={proof.words} /> <code translate={false}>{proof.command}</code> shows it:
      </p>
      <Lines title="Now" lines={proof.now} />
      <Lines title="Before" lines={proof.before} />
      <p>
        You spent {spent} s. The shortest way to see it takes {verdict.way_seconds} s, for {verdict.way_points} points:{" "}
        {way.map((command, place) => (
          <>
            {place ? ", then " : ""}
            <code translate={false}>{command}</code>
          </>
        ))}
        .
      </p>
      <p class="hu-scores">{summary(scores)}</p>
      <p>
        <button type="button" class="hu-again" onClick={() => deeds.begin()}>
          Another server
        </button>
      </p>
    </section>
  );
}
