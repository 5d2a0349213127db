import { CodeSet } from "./judge-code.ts";
import { RepairSet } from "./judge-repair.ts";
import { JudgeProblem, Question, type Source } from "./messages.ts";

type ProblemSet = RepairSet | CodeSet;

const makeSet = async (source: Source): Promise<ProblemSet> =>
  source.task === "repair" ? new RepairSet(source) : CodeSet.make(source);

/** Answers questions about answers: the sets that were opened are all that it knows. */
export class Judge {
  readonly #sets = new Map<string, ProblemSet>();

  /** One line in, one line out. Never throws. */
  async answer(line: string): Promise<string> {
    let id: unknown = null;
    try {
      const given = JSON.parse(line) as { id?: unknown };
      ({ id } = given);
      const question = Question.safeParse(given);
      if (!question.success) {
        const [issue] = question.error.issues;
        throw new JudgeProblem(`The question is not understood: ${issue.path.join(".")}: ${issue.message}`);
      }
      return JSON.stringify({ id, ...(await this.#reply(question.data)) });
    } catch (error) {
      const isKnown = error instanceof JudgeProblem || error instanceof SyntaxError;
      const words = error instanceof Error ? error.message : String(error);
      return JSON.stringify({ id: id ?? null, error: isKnown ? words : `The judge failed: ${words}` });
    }
  }

  async #reply(question: Question): Promise<object> {
    if (question.ask === "open") return this.#open(question.set, question.source);
    const set = this.#sets.get(question.set);
    if (!set) throw new JudgeProblem(`No set "${question.set}" was opened.`);
    if (question.ask === "label") {
      if (!(set instanceof RepairSet)) throw new JudgeProblem("Only repairs have steps that can be labeled.");
      return { episodes: set.label(question.seed) };
    }
    const { reward, answers } = question;
    const beyond = answers.find(({ problem }) => problem >= set.problems.length);
    if (beyond)
      throw new JudgeProblem(
        `The set "${question.set}" has ${set.problems.length} problems and none with the number ${beyond.problem}.`,
      );
    return { verdicts: answers.map(({ problem, text }) => set.judge(problem, text, reward)) };
  }

  async #open(name: string, source: Source): Promise<object> {
    const set = await makeSet(source);
    this.#sets.set(name, set);
    return { hash: set.hash, problems: set.open() };
  }
}
