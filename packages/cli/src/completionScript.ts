/** Scripts that let shells complete the command, made from its own definition. */
import type { Command } from "commander";
import { materials } from "pliant/materials";
import { namedModels } from "pliant/models";

export const shells = ["bash", "zsh", "fish"] as const;

/** Names that a command takes besides files. */
const names: Readonly<Record<string, readonly string[]>> = {
	models: namedModels.map(({ name }) => name),
	materials: Object.keys(materials),
	completion: shells,
};

const optionsOf = (command: Command): string[] =>
	command.options.flatMap(({ long }) => (long ? [long] : [])).concat("--help");

export function completionScript(
	shell: (typeof shells)[number],
	program: Command,
): string {
	return shell === "fish" ? fish(program) : bash(program, shell);
}

function bash({ commands }: Command, shell: "bash" | "zsh"): string {
	const cases = commands.map(
		(command) =>
			`\t${command.name()}) words="${[...optionsOf(command), ...(names[command.name()] ?? [])].join(" ")}" ;;`,
	);
	return `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}_pliant() {
	local word="\${COMP_WORDS[COMP_CWORD]}" words=""
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "${commands.map((command) => command.name()).join(" ")} --help --version" -- "$word"))
		return
	fi
	case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
	esac
	COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _pliant pliant
`;
}

function fish({ commands }: Command): string {
	const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
	const lines = commands.flatMap((command) => {
		const name = command.name();
		const chosen = `__fish_seen_subcommand_from ${name}`;
		return [
			`complete -c pliant -n __fish_use_subcommand -f -a ${name} -d ${quoted(command.summary())}`,
			...command.options.map(
				({ long, description }) =>
					`complete -c pliant -n '${chosen}' -l ${long?.slice(2)} -d ${quoted(description)}`,
			),
			...(names[name]
				? [
						`complete -c pliant -n '${chosen}' -f -a ${quoted(names[name].join(" "))}`,
					]
				: []),
		];
	});
	return `${lines.join("\n")}\n`;
}
